import { Option } from "effect"
import { escapeControls } from "../../domain/Text.ts"
import type { FileOutcome, InstallOutcome, PasteOutcome } from "./install.ts"

const done: Record<FileOutcome["kind"], readonly [real: string, dry: string]> = {
  added: ["Added", "Would add"],
  replaced: ["Updated", "Would update"],
  unchanged: ["Already up to date:", "Already up to date:"],
  removed: ["Removed", "Would remove"],
  absent: ["Nothing to remove:", "Nothing to remove:"]
}

const formatFileOutcome = (outcome: FileOutcome): ReadonlyArray<string> => {
  const { client, dryRun, file, kind, name, notes, previous, text } = outcome
  const changes = kind !== "unchanged" && kind !== "absent"
  const before = kind === "replaced" ? Option.toArray(previous) : []
  const emptied = kind === "removed" && Option.isNone(text)
  return [
    `${done[kind][dryRun ? 1 : 0]} ${name} (${client}) in ${file}`,
    ...before.map((members) => `Before: ${JSON.stringify(members)}`),
    ...(emptied
      ? [`The file ${dryRun ? "would be deleted: it contains" : "was deleted: it contained"} nothing else.`]
      : []),
    ...(changes && kind !== "removed" ? notes : []),
    ...(changes && dryRun ? Option.toArray(text).flatMap((whole) => whole.trimEnd().split(/\r?\n/)) : [])
  ]
}

/** Quotes an argument for a POSIX shell. */
const quoteShellWord = (word: string): string =>
  /^[\w./:@%+=,-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`

const formatPasteOutcome = ({ client, commandLine, known, members, name }: PasteOutcome): ReadonlyArray<string> => [
  `Unknown client: ${client}. Known clients: ${known.join(", ")}.`,
  "Add this entry to its MCP servers:",
  ...JSON.stringify({ mcpServers: { [name]: members } }, null, 2).split("\n"),
  ...(commandLine === undefined ? [] : ["Or use this command line:", commandLine.map(quoteShellWord).join(" ")])
]

/** Formats the outcome of `install` or `uninstall` for the terminal. Each line ends with a newline. */
export const report = (outcome: InstallOutcome): string =>
  [...(outcome.kind === "paste" ? formatPasteOutcome(outcome) : formatFileOutcome(outcome))]
    .map((line) => `${escapeControls(line)}\n`)
    .join("")
