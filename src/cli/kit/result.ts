import { Effect, identity } from "effect"
import { TerminalCapabilities } from "effect/cli/TerminalCapabilities"
import { escapeControls, jsonText } from "../../domain/Text.ts"
import { writeOutput } from "./output.ts"

/** The result of a command: a document for programs, sentences for people. */
export interface CommandResult {
  /** Begins with `$schema`, which is `ultragit-<command>/v1`. */
  readonly document: { readonly $schema: string; readonly [field: string]: unknown }
  /** Sentences; `printResult` escapes their control characters. */
  readonly lines: ReadonlyArray<string>
  readonly warnings?: ReadonlyArray<string>
  /** Styles a sentence for a terminal, where standard output has colors. */
  readonly style?: (line: string) => string
}

/** Prints one line of JSON, or the sentences, with warnings on standard error. */
export const printResult = Effect.fnUntraced(function* (outcome: CommandResult, json: boolean) {
  const { document, lines, style = identity, warnings = [] } = outcome
  if (json) {
    return yield* writeOutput(`${jsonText(warnings.length === 0 ? document : { ...document, warnings })}\n`)
  }
  yield* Effect.forEach(warnings, (warning) => Effect.logWarning(warning), { discard: true })
  const { canColor } = yield* TerminalCapabilities
  const escaped = lines.map(escapeControls)
  return yield* writeOutput(`${(canColor ? escaped.map((line) => style(line)) : escaped).join("\n")}\n`)
})
