import { Effect } from "effect"
import { guidance } from "../../../setup/skill/Guidance.ts"
import {
  check,
  type FileOutcome,
  type FileState,
  type GuidanceFile,
  install,
  type SkillOptions,
  uninstall
} from "../../../setup/skill/skill.ts"
import { jsonText } from "../../../domain/Text.ts"
import { setExitCode } from "../../kit/ExitCode.ts"
import { exitCodes } from "../../kit/failures.ts"
import { writeOutput } from "../../kit/output.ts"

const outcomeTexts: Record<FileOutcome["done"], readonly [real: string, dry: string]> = {
  added: ["Added the guidance to", "Would add the guidance to"],
  updated: ["Updated the guidance in", "Would update the guidance in"],
  removed: ["Removed the guidance from", "Would remove the guidance from"],
  unchanged: ["Already up to date:", "Already up to date:"],
  newer: ["Left as a newer ultragit wrote it:", "Left as a newer ultragit wrote it:"],
  absent: ["No guidance in", "No guidance in"]
}

interface SkillFlags extends SkillOptions {
  readonly json: boolean
}

const toJsonLine = (document: object): string => `${jsonText({ $schema: "ultragit-skill/v1", ...document })}\n`

const printOutcomes =
  ({ dryRun, json }: SkillFlags) =>
  (outcomes: ReadonlyArray<FileOutcome>) => {
    const words = outcomes.map((one) => `${outcomeTexts[one.done][dryRun ? 1 : 0]} ${one.file}`)
    return writeOutput(json ? toJsonLine({ dry_run: dryRun, files: outcomes }) : `${words.join("\n")}\n`)
  }

/** Puts the guidance in and says what was done. */
export const printInstall = (input: SkillFlags) => Effect.flatMap(install(input), printOutcomes(input))

/** Takes the guidance out and says what was done. */
export const printUninstall = (input: SkillFlags) => Effect.flatMap(uninstall(input), printOutcomes(input))

/** The text itself. */
export const printGuidance = (json: boolean) => writeOutput(json ? toJsonLine({ text: guidance }) : `${guidance}\n`)

const stateTexts: Record<FileState["state"], string> = {
  absent: "No guidance in",
  current: "Up to date:",
  outdated: "Outdated:",
  newer: "As a newer ultragit wrote it:"
}

/** Says how the guidance is; exit code 1 when it is in no file, or outdated in one. */
export const printCheck = Effect.fnUntraced(function* (input: {
  readonly files: ReadonlyArray<GuidanceFile>
  readonly json: boolean
}) {
  const found = yield* check(input.files)
  const current =
    found.every(({ state }) => state !== "outdated") &&
    found[input.files.length === 0 ? "some" : "every"](({ state }) => state !== "absent")
  const words = found.map(({ file, state }) => `${stateTexts[state]} ${file}`)
  const advice = current ? [] : ["Put it there: ultragit skill install"]
  yield* writeOutput(input.json ? toJsonLine({ ok: current, files: found }) : `${[...words, ...advice].join("\n")}\n`)
  if (!current) yield* setExitCode(exitCodes.failure)
})
