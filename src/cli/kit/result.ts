import { Effect } from "effect"
import { escapeControls, jsonText } from "../../domain/Text.ts"
import { writeOutput } from "./output.ts"

/** The result of a command: a document for programs, sentences for people. */
export interface CommandResult {
  /** Begins with `$schema`, which is `ultragit-<command>/v1`. */
  readonly document: { readonly $schema: string; readonly [field: string]: unknown }
  /** Sentences; `printResult` escapes their control characters. */
  readonly lines: ReadonlyArray<string>
  readonly warnings?: ReadonlyArray<string>
}

/** Prints one line of JSON, or the sentences, with warnings on standard error. */
export const printResult = Effect.fnUntraced(function* (outcome: CommandResult, json: boolean) {
  const { document, lines, warnings = [] } = outcome
  if (json) {
    return yield* writeOutput(`${jsonText(warnings.length === 0 ? document : { ...document, warnings })}\n`)
  }
  yield* Effect.forEach(warnings, (warning) => Effect.logWarning(warning), { discard: true })
  return yield* writeOutput(`${lines.map(escapeControls).join("\n")}\n`)
})
