import { Cause, Effect, Option } from "effect"
import type { Failure } from "../../domain/Failure.ts"
import { escapeControls, jsonText } from "../../domain/Text.ts"
import { writeError, writeOutput } from "./output.ts"

/** How the caller wants to read of a failure: words on standard error, or JSON on standard output. */
export type ErrorFormat = "text" | "json" | "pretty"

/** What the process ends with. */
export const exitCodes = { success: 0, failure: 1, usage: 2, interrupted: 130 } as const

/** What the arguments say of the format, also where something else is wrong with them. */
export const parseErrorFormat = (args: ReadonlyArray<string>): ErrorFormat => {
  const end = args.indexOf("--")
  const options = end === -1 ? args : args.slice(0, end)
  const format = options.flatMap((option, index) => {
    if (option === "--format") return [options[index + 1]]
    return option.startsWith("--format=") ? [option.slice("--format=".length)] : []
  })
  if (options.includes("--json") || format.includes("json")) return "json"
  return format.includes("pretty") ? "pretty" : "text"
}

/** A failure as it is told, without a newline at its end. */
export const formatFailure = (failure: Failure, format: ErrorFormat): string => {
  const { code, details = [], hint, message } = failure
  if (format === "text") {
    const said = [`Error: ${message}`, ...details.map((detail) => `  - ${detail}`)]
    const lines = hint === undefined ? said : [...said, `Hint: ${hint}`]
    return lines.map(escapeControls).join("\n")
  }
  const more = { ...(hint === undefined ? {} : { hint }), ...(details.length === 0 ? {} : { details }) }
  const document = { $schema: "ultragit-error/v1", error: { code, message, ...more } }
  return jsonText(document, format === "pretty" ? 2 : undefined)
}

/**
 * Tells a failure: message and hint on standard error, or, where JSON was asked for, one document on standard output,
 * where the caller reads, and nothing else (spec annotations §6).
 */
export const printFailure = (failure: Failure, format: ErrorFormat): Effect.Effect<void> => {
  const text = `${formatFailure(failure, format)}\n`
  return format === "text" ? writeError(text) : Effect.ignore(writeOutput(text))
}

const internalError: Failure = {
  code: "internal",
  message: "Internal error. This is a bug in ultragit, not in what you asked.",
  hint: "Run it again with ULTRAGIT_LOG=debug and report what it prints."
}

/** The exit code of a command, everything about its end told. Interruption stays interruption. */
export const toExitCode = <R>(
  command: Effect.Effect<number, Failure, R>,
  format: ErrorFormat
): Effect.Effect<number, never, R> =>
  command.pipe(
    Effect.catchCause((cause) => {
      const error = Cause.findErrorOption(cause)
      if (Option.isSome(error) && !Cause.hasDies(cause)) {
        return Effect.as(printFailure(error.value, format), exitCodes.failure)
      }
      if (Cause.hasInterruptsOnly(cause)) return Effect.interrupt
      return Effect.logDebug("Internal error", cause).pipe(
        Effect.andThen(printFailure(internalError, format)),
        Effect.as(exitCodes.failure)
      )
    })
  )
