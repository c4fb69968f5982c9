import { Option } from "effect"
import { escapeControls } from "../../domain/Text.ts"
import type { FileOutcome, InstallOutcome } from "./install.ts"

const sentence = ({ client, dryRun, file, kind, name }: FileOutcome): string => {
  const entry = `"${escapeControls(name)}"`
  const place = `${escapeControls(file)} (${client})`
  switch (kind) {
    case "added":
      return `${dryRun ? "Would add" : "Added"} ${entry} to ${place}.`
    case "replaced":
      return `${dryRun ? "Would replace" : "Replaced"} ${entry} in ${place}.`
    case "removed":
      return `${dryRun ? "Would remove" : "Removed"} ${entry} from ${place}.`
    case "unchanged":
      return `${entry} is in ${place} already; nothing to do.`
    case "absent":
      return `${entry} is not in ${place}; nothing to do.`
  }
}

/** What stood there before, in one line. */
const before = ({ kind, previous }: FileOutcome): ReadonlyArray<string> =>
  kind === "replaced" && Option.isSome(previous)
    ? [
        `It was ${escapeControls(
          JSON.stringify({ command: previous.value.command, args: previous.value.args, cwd: previous.value.cwd })
        )}.`
      ]
    : []

/** Says what installing or uninstalling did, for the reader of the command line. Lines end with a newline. */
export const report = (outcome: InstallOutcome): string => {
  if (outcome.kind === "paste") {
    const entry = JSON.stringify({ mcpServers: { [outcome.name]: outcome.entry } }, null, 2)
    return `The files of this client are not known here: ${escapeControls(outcome.client)}\nPut this into its configuration:\n${entry}\n`
  }
  const changes = outcome.kind === "added" || outcome.kind === "replaced" || outcome.kind === "removed"
  const text = outcome.dryRun && changes ? ["", outcome.text.trimEnd()] : []
  return `${[sentence(outcome), ...before(outcome), ...text].join("\n")}\n`
}
