import { Effect, Option } from "effect"
import { escapeControls } from "../domain/Text.ts"
import {
  type FileOutcome,
  install,
  type InstallOptions,
  type InstallOutcome,
  type Target,
  uninstall
} from "../mcp/install/install.ts"
import { writeOutput } from "./output.ts"

const done: Record<FileOutcome["kind"], readonly [real: string, dry: string]> = {
  added: ["Added", "Would add"],
  replaced: ["Updated", "Would update"],
  unchanged: ["Already there:", "Already there:"],
  removed: ["Removed", "Would remove"],
  absent: ["Nothing to remove:", "Nothing to remove:"]
}

const fileWords = (outcome: FileOutcome): string => {
  const verb = done[outcome.kind][outcome.dryRun ? 1 : 0]
  const lines = [`${verb} ${outcome.name} (${outcome.client}) in ${outcome.file}`]
  const before = Option.map(outcome.previous, (previous) => `Before: ${JSON.stringify(previous)}`)
  const shown = outcome.dryRun && outcome.kind !== "unchanged" && outcome.kind !== "absent"
  return [
    ...lines.map(escapeControls),
    ...(outcome.kind === "replaced" ? Option.toArray(before).map(escapeControls) : []),
    ...(shown ? outcome.text.trimEnd().split("\n").map(escapeControls) : [])
  ].join("\n")
}

const words = (outcome: InstallOutcome): string =>
  outcome.kind === "paste"
    ? [
        `How ${escapeControls(outcome.client)} keeps its configuration is not known here. Put this entry where it keeps servers:`,
        JSON.stringify({ [outcome.name]: outcome.entry }, null, 2)
      ].join("\n")
    : fileWords(outcome)

const printed = <E, R>(outcome: Effect.Effect<InstallOutcome, E, R>) =>
  Effect.flatMap(outcome, (said) => writeOutput(`${words(said)}\n`))

/** Registers the server and says what was done. */
export const printInstall = (options: InstallOptions) => printed(install(options))

/** Takes the registration back and says what was done. */
export const printUninstall = (target: Target) => printed(uninstall(target))
