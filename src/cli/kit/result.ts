import { Effect } from "effect"
import { escapeControls, jsonText } from "../../domain/Text.ts"
import { writeOutput } from "./output.ts"

/** What a command did: for programs one document, for readers some sentences. */
export interface CommandResult {
  /** `ultragit-<command>/v1` first. */
  readonly document: { readonly $schema: string; readonly [field: string]: unknown }
  /** Each may hold a stranger's text; it is made inert here. */
  readonly lines: ReadonlyArray<string>
  readonly warnings?: ReadonlyArray<string>
}

/** Prints it: one line of JSON, or the sentences, with warnings on standard error. */
export const printResult = Effect.fnUntraced(function* (outcome: CommandResult, json: boolean) {
  const { document, lines, warnings = [] } = outcome
  if (json) {
    return yield* writeOutput(`${jsonText(warnings.length === 0 ? document : { ...document, warnings })}\n`)
  }
  yield* Effect.forEach(warnings, (warning) => Effect.logWarning(warning), { discard: true })
  return yield* writeOutput(`${lines.map(escapeControls).join("\n")}\n`)
})

/** `1 note`, `2 notes`. */
export const formatCount = (count: number, one: string): string => `${count} ${count === 1 ? one : `${one}s`}`
