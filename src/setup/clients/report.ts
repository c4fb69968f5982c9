import { Option } from "effect"
import { escapeControls, shellArgument } from "../../domain/Text.ts"
import type { FileOutcome, InstallOutcome, PasteOutcome } from "./install.ts"

const done: Record<FileOutcome["kind"], readonly [real: string, dry: string]> = {
  added: ["Added", "Would add"],
  replaced: ["Updated", "Would update"],
  unchanged: ["Already up to date:", "Already up to date:"],
  removed: ["Removed", "Would remove"],
  absent: ["Nothing to remove:", "Nothing to remove:"]
}

/** An outcome as the terminal shows it, each line with its newline. */
export interface Report {
  /** What was done. */
  readonly lines: ReadonlyArray<string>
  /** What the user must know, which may hold for several outcomes. */
  readonly notes: ReadonlyArray<string>
  /** The text that a dry run would write, or the entry to paste; `""` otherwise. */
  readonly content: string
}

const formatFileOutcome = (outcome: FileOutcome): ReadonlyArray<string> => {
  const { client, dryRun, file, kind, name, previous, text } = outcome
  const before = kind === "replaced" ? Option.toArray(previous) : []
  const emptied = kind === "removed" && Option.isNone(text)
  return [
    `${done[kind][dryRun ? 1 : 0]} ${name} (${client}) in ${file}`,
    ...before.map((members) => `Before: ${JSON.stringify(members)}`),
    ...(emptied
      ? [`The file ${dryRun ? "would be deleted: it contains" : "was deleted: it contained"} nothing else.`]
      : [])
  ]
}

const listNotes = ({ kind, notes }: FileOutcome): ReadonlyArray<string> =>
  kind === "added" || kind === "replaced" ? notes : []

const listContent = ({ dryRun, kind, text }: FileOutcome): ReadonlyArray<string> =>
  dryRun && kind !== "unchanged" && kind !== "absent"
    ? Option.toArray(text).flatMap((whole) => whole.trimEnd().split(/\r?\n/))
    : []

const formatPasteOutcome = ({ client, commandLine, known, members, name }: PasteOutcome): ReadonlyArray<string> => [
  `Unknown client: ${client}. Known clients: ${known.join(", ")}.`,
  "Add this entry to its MCP servers:",
  ...JSON.stringify({ mcpServers: { [name]: members } }, null, 2).split("\n"),
  ...(commandLine === undefined ? [] : ["Or use this command line:", commandLine.map(shellArgument).join(" ")])
]

const endLines = (lines: ReadonlyArray<string>): ReadonlyArray<string> =>
  lines.map((line) => `${escapeControls(line)}\n`)

/** Formats the outcome of `install` or `uninstall` for the terminal, in parts. */
export const reportParts = (outcome: InstallOutcome): Report =>
  outcome.kind === "paste"
    ? { lines: [], notes: [], content: endLines(formatPasteOutcome(outcome)).join("") }
    : {
        lines: endLines(formatFileOutcome(outcome)),
        notes: endLines(listNotes(outcome)),
        content: endLines(listContent(outcome)).join("")
      }

/** Formats the outcome of `install` or `uninstall` for the terminal. Each line ends with a newline. */
export const report = (outcome: InstallOutcome): string => {
  const { content, lines, notes } = reportParts(outcome)
  return [...lines, ...notes, content].join("")
}
