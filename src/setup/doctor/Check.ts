import { Effect } from "effect"
import type { Failure } from "../../domain/Failure.ts"

/** The result of one check of the doctor. */
export interface Check {
  /** Stable name, such as `hooks` or `queue`. */
  readonly name: string
  readonly status: "pass" | "warn" | "fail"
  /** One sentence. */
  readonly message: string
  /** The command that fixes it, or the line to add. */
  readonly fix?: string
}

export const pass = (name: string, message: string): Check => ({ name, status: "pass", message })

export const warn = (name: string, message: string, fix?: string): Check => ({
  name,
  status: "warn",
  message,
  ...(fix === undefined ? {} : { fix })
})

export const fail = (name: string, message: string, fix?: string): Check => ({
  ...warn(name, message, fix),
  status: "fail"
})

/** Turns an error of a check into a failed check with this name. */
export const orFail =
  (name: string) =>
  <E extends Failure, R>(
    checks: Effect.Effect<ReadonlyArray<Check>, E, R>
  ): Effect.Effect<ReadonlyArray<Check>, never, R> =>
    checks.pipe(Effect.catch((error) => Effect.succeed([fail(name, error.message, error.hint)])))
