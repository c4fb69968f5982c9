import { Effect } from "effect"
import type { Failure } from "../../domain/Failure.ts"

/** What the doctor says of one thing. */
export interface Check {
  /** Stable word: `hooks`, `queue`. */
  readonly name: string
  readonly status: "pass" | "warn" | "fail"
  /** One sentence. */
  readonly message: string
  /** The command, or the line, that mends it. */
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

/** A check that could not be made has failed. */
export const orFail =
  (name: string) =>
  <E extends Failure, R>(
    checks: Effect.Effect<ReadonlyArray<Check>, E, R>
  ): Effect.Effect<ReadonlyArray<Check>, never, R> =>
    checks.pipe(Effect.catch((error) => Effect.succeed([fail(name, error.message, error.hint)])))
