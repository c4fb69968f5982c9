import process from "node:process"
import { Effect, Predicate } from "effect"
import { escapeOutput } from "../../domain/Text.ts"
import type { OutputError } from "./OutputError.ts"

const isBrokenPipe = (error: unknown): boolean => Predicate.hasProperty(error, "code") && error.code === "EPIPE"

/** Loaded only when it is needed: a server that starts has no use for it. */
const failed = (detail: string): Effect.Effect<never, OutputError> =>
  Effect.flatMap(
    Effect.promise(() => import("./OutputError.ts")),
    ({ OutputError }) => new OutputError({ detail })
  )

const write = (stream: NodeJS.WriteStream, text: string | Uint8Array): Effect.Effect<void, OutputError> =>
  Effect.callback((resume) => {
    const done = (error?: Error | null) => {
      // After a failed write the stream still emits the error, and takes the listener away by itself.
      if (Predicate.isNullish(error)) stream.off("error", done)
      resume(Predicate.isNullish(error) || isBrokenPipe(error) ? Effect.void : failed(error.message))
    }
    stream.once("error", done)
    stream.write(text, done)
  })

/**
 * Writes to standard output and waits until it is taken. A reader that has gone away (`| head`) ends nothing.
 * Of a text, what cannot be seen is escaped; bytes are written as they are. Fails with `OutputError` on anything else.
 */
export const writeOutput = (text: string | Uint8Array): Effect.Effect<void, OutputError> =>
  write(process.stdout, typeof text === "string" ? escapeOutput(text) : text)

/** Writes to standard error; when nobody can read it there is nobody to tell. */
export const writeError = (text: string): Effect.Effect<void> =>
  Effect.ignore(write(process.stderr, escapeOutput(text)))
