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
  newer: ["Unchanged, written by a newer ultragit:", "Unchanged, written by a newer ultragit:"],
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

/** Writes the guidance into files and prints what changed. */
export const printInstall = (input: SkillFlags) => Effect.flatMap(install(input), printOutcomes(input))

/** Removes the guidance from files and prints what changed. */
export const printUninstall = (input: SkillFlags) => Effect.flatMap(uninstall(input), printOutcomes(input))

/** Prints the guidance itself. */
export const printGuidance = (json: boolean) => writeOutput(json ? toJsonLine({ text: guidance }) : `${guidance}\n`)

const stateTexts: Record<FileState["state"], string> = {
  absent: "No guidance in",
  current: "Up to date:",
  outdated: "Outdated:",
  newer: "Written by a newer ultragit:"
}

/** Prints whether the guidance is up to date. Sets exit code 1 if it is missing, or outdated in a file. */
export const printCheck = Effect.fnUntraced(function* (input: {
  readonly files: ReadonlyArray<GuidanceFile>
  readonly json: boolean
}) {
  const found = yield* check(input.files)
  const current =
    found.every(({ state }) => state !== "outdated") &&
    found[input.files.length === 0 ? "some" : "every"](({ state }) => state !== "absent")
  const words = found.map(({ file, state }) => `${stateTexts[state]} ${file}`)
  const advice = current ? [] : ["Write it: ultragit skill install"]
  yield* writeOutput(input.json ? toJsonLine({ ok: current, files: found }) : `${[...words, ...advice].join("\n")}\n`)
  if (!current) yield* setExitCode(exitCodes.failure)
})
