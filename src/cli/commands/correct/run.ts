import { Effect, Option } from "effect"
import { type Corrected, correct } from "../../../writing/corrections/correct.ts"
import type { Action, Field } from "../../../writing/corrections/fields.ts"
import { toRootNode, toRootPathOption } from "../../kit/paths.ts"
import { printResult } from "../../kit/result.ts"

/** Flags of `ultragit correct`, with the one change they ask for. */
export interface CorrectFlags {
  readonly commit: string
  readonly region: string
  readonly file: Option.Option<string>
  readonly field: Field
  readonly action: Action
  readonly value: string
  readonly allowSecret: boolean
  readonly dryRun: boolean
  readonly json: boolean
}

const formatCorrection = ({ changed, commit, correction }: Corrected, dryRun: boolean): string => {
  const { action, anchor, field = "", file, value } = correction
  const place = `${anchor} (${file}, ${commit.slice(0, 12)})`
  if (!changed) return `${place} already reads so: ${field} unchanged.`
  const text = JSON.stringify(value)
  const would = dryRun ? "Would have " : ""
  const changeTexts = { add: `added ${text} to`, remove: `removed ${text} from`, set: `set ${text} as` }
  const changeText = action === "flag" ? "" : changeTexts[action]
  return `${would}${dryRun ? changeText : changeText.charAt(0).toUpperCase() + changeText.slice(1)} ${field} of ${place}.`
}

/** Corrects an annotation and prints the change. */
export const printCorrect = Effect.fnUntraced(function* (flags: CorrectFlags) {
  const { action, field, value: text, ...rest } = flags
  const file = yield* toRootPathOption(flags.file, Option.some(flags.commit))
  const value = field === "semantic_dependencies" && action === "add" ? yield* toRootNode(text) : text
  const corrected = yield* correct({ ...rest, file, change: { field, action, value } })
  const { changed, commit, correction } = corrected
  const document = { $schema: "ultragit-correct/v1", commit, changed, dry_run: flags.dryRun, correction }
  yield* printResult({ document, lines: [formatCorrection(corrected, flags.dryRun)] }, flags.json)
})
