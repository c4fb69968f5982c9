import process from "node:process"
import { Cause, Effect, Option } from "effect"
import type { Failure } from "../../domain/Failure.ts"
import { escapeControls, jsonText } from "../../domain/Text.ts"
import { nameFlags } from "./nameFlags.ts"
import { writeError, writeOutput } from "./output.ts"

/** How to print a failure: as text on standard error, or as JSON on standard output. */
export type ErrorFormat = "text" | "json" | "pretty"

/** Exit codes of the process. */
export const exitCodes = { success: 0, failure: 1, usage: 2, interrupted: 130 } as const

/** Finds the error format in the arguments, even if they are otherwise invalid. */
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

/** Formats a failure, without a final newline. */
export const formatFailure = (failure: Failure, format: ErrorFormat): string => {
  const { code, details = [], hint, message } = nameFlags(failure)
  if (format === "text") {
    const errorLines = [`Error: ${message}`, ...details.map((detail) => `  - ${detail}`)]
    const lines = hint === undefined ? errorLines : [...errorLines, `Hint: ${hint}`]
    return lines.map(escapeControls).join("\n")
  }
  const more = { ...(hint === undefined ? {} : { hint }), ...(details.length === 0 ? {} : { details }) }
  const document = { $schema: "ultragit-error/v1", error: { code, message, ...more } }
  return jsonText(document, format === "pretty" ? 2 : undefined)
}

/** Colors that do not belong to the path of a successful answer, loaded when needed. */
const styleFailure = Effect.fnUntraced(function* (text: string) {
  const [{ TerminalCapabilities }, { paint }] = yield* Effect.promise(() =>
    Promise.all([import("effect/cli/TerminalCapabilities"), import("../render/paint.ts")])
  )
  const { canColor } = yield* TerminalCapabilities
  if (!canColor) return text
  return text.replace(/^(Error|Hint):/gm, (word) => paint(word === "Error:" ? ["bold", "red"] : "cyan", word))
})

/** Writes formatted failures to standard error, in colors if it is a terminal. */
export const writeFailure = (text: string): Effect.Effect<void> =>
  process.stderr.isTTY ? Effect.flatMap(styleFailure(text), writeError) : writeError(text)

/**
 * Prints a failure: message and hint on standard error, or, for JSON, one document on standard output, where the caller
 * reads, and nothing else (spec annotations §6).
 */
export const printFailure = (failure: Failure, format: ErrorFormat): Effect.Effect<void> => {
  const text = `${formatFailure(failure, format)}\n`
  return format === "text" ? writeFailure(text) : Effect.ignore(writeOutput(text))
}

const internalError: Failure = {
  code: "internal",
  message: "Internal error. This is a bug in ultragit, not a mistake of yours.",
  hint: "Run it again with ULTRAGIT_LOG=debug and report what it prints."
}

/** Codes of failures that the arguments cause, whatever is in the repository. */
const usageCodes = new Set([
  "usage",
  "action_unfit",
  "argument_invalid",
  "client_unknown",
  "commit_unclear",
  "date_malformed",
  "detector_unknown",
  "file_missing",
  "filter_invalid",
  "limit_invalid",
  "lines_malformed",
  "name_missing",
  "query_empty",
  "query_too_long",
  "since_invalid",
  "tags_missing",
  "tags_too_many"
])

/** Prints the failure or defect of a command and succeeds with its exit code. An interruption stays one. */
export const toExitCode = <R>(
  command: Effect.Effect<number, Failure, R>,
  format: ErrorFormat
): Effect.Effect<number, never, R> =>
  command.pipe(
    Effect.catchCause((cause) => {
      const error = Cause.findErrorOption(cause)
      if (Option.isSome(error) && !Cause.hasDies(cause)) {
        const code = usageCodes.has(error.value.code) ? exitCodes.usage : exitCodes.failure
        return Effect.as(printFailure(error.value, format), code)
      }
      if (Cause.hasInterruptsOnly(cause)) return Effect.interrupt
      return Effect.logDebug("Internal error", cause).pipe(
        Effect.andThen(printFailure(internalError, format)),
        Effect.as(exitCodes.failure)
      )
    })
  )
