import process from "node:process"
import { Effect, Predicate } from "effect"
import { escapeOutput } from "../../domain/Text.ts"
import type { OutputError } from "./OutputError.ts"

const isBrokenPipe = (error: unknown): boolean => Predicate.hasProperty(error, "code") && error.code === "EPIPE"

/** Loads the error class only when needed, which keeps the start of a server fast. */
const failed = (detail: string): Effect.Effect<never, OutputError> =>
  Effect.flatMap(
    Effect.promise(() => import("./OutputError.ts")),
    ({ OutputError }) => new OutputError({ detail })
  )

const write = (stream: NodeJS.WriteStream, text: string | Uint8Array): Effect.Effect<void, OutputError> =>
  Effect.callback((resume) => {
    const done = (error?: Error | null) => {
      // After a failed write the stream still emits the error, which removes the listener.
      if (Predicate.isNullish(error)) stream.off("error", done)
      resume(Predicate.isNullish(error) || isBrokenPipe(error) ? Effect.void : failed(error.message))
    }
    stream.once("error", done)
    stream.write(text, done)
  })

/**
 * Writes to standard output and waits until it is flushed. Ignores a closed pipe (`| head`). Escapes invisible characters
 * of a text; writes bytes unchanged. Fails with `OutputError` on any other error.
 */
export const writeOutput = (text: string | Uint8Array): Effect.Effect<void, OutputError> =>
  write(process.stdout, typeof text === "string" ? escapeOutput(text) : text)

/** Writes to standard error and ignores failures, because there is no other place to report them. */
export const writeError = (text: string): Effect.Effect<void> =>
  Effect.ignore(write(process.stderr, escapeOutput(text)))
