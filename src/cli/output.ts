import process from "node:process"
import { Effect, Predicate } from "effect"
import { OutputError } from "./OutputError.ts"

const isGone = (error: unknown): boolean => Predicate.hasProperty(error, "code") && error.code === "EPIPE"

const write = (stream: NodeJS.WriteStream, text: string): Effect.Effect<void, OutputError> =>
  Effect.callback((resume) => {
    const done = (error?: Error | null) =>
      resume(
        Predicate.isNullish(error) || isGone(error)
          ? Effect.void
          : Effect.fail(new OutputError({ detail: error.message }))
      )
    stream.once("error", done)
    stream.write(text, done)
  })

/**
 * Writes to standard output and waits until it is taken. A reader that has gone away (`| head`) ends nothing.
 * Fails with `OutputError` on anything else.
 */
export const writeOutput = (text: string): Effect.Effect<void, OutputError> => write(process.stdout, text)

/** Writes to standard error; when nobody can read it there is nobody to tell. */
export const writeError = (text: string): Effect.Effect<void> => Effect.ignore(write(process.stderr, text))
