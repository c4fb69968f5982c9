import { Option } from "effect"
import { escapeControls } from "../../domain/Text.ts"
import type { FileOutcome, InstallOutcome, PasteOutcome } from "./install.ts"

const done: Record<FileOutcome["kind"], readonly [real: string, dry: string]> = {
  added: ["Added", "Would add"],
  replaced: ["Updated", "Would update"],
  unchanged: ["Already there:", "Already there:"],
  removed: ["Removed", "Would remove"],
  absent: ["Nothing to remove:", "Nothing to remove:"]
}

const fileWords = (outcome: FileOutcome): ReadonlyArray<string> => {
  const { client, dryRun, file, kind, name, note, previous, text } = outcome
  const changes = kind !== "unchanged" && kind !== "absent"
  const before = kind === "replaced" ? Option.toArray(previous) : []
  const emptied = kind === "removed" && Option.isNone(text)
  return [
    `${done[kind][dryRun ? 1 : 0]} ${name} (${client}) in ${file}`,
    ...before.map((members) => `Before: ${JSON.stringify(members)}`),
    ...(emptied ? ["The file holds nothing else and goes with it."] : []),
    ...(changes && kind !== "removed" ? Option.toArray(note) : []),
    ...(changes && dryRun ? Option.toArray(text).flatMap((whole) => whole.trimEnd().split(/\r?\n/)) : [])
  ]
}

/** A word of a command line as a shell takes it. */
const shellWord = (word: string): string =>
  /^[\w./:@%+=,-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`

const pasteWords = ({ client, entry, known, name, near }: PasteOutcome): ReadonlyArray<string> => [
  `How ${client} keeps its configuration is not known here. Known clients: ${known.join(", ")}.`,
  ...Option.toArray(near).map((meant) => `Did you mean ${meant}?`),
  "Put this entry where it keeps servers:",
  ...JSON.stringify({ mcpServers: { [name]: entry } }, null, 2).split("\n"),
  "Or give it this command line:",
  [entry.command, ...entry.args].map(shellWord).join(" ")
]

/** Says what installing or uninstalling did, for the reader of the command line. Lines end with a newline. */
export const report = (outcome: InstallOutcome): string =>
  [...(outcome.kind === "paste" ? pasteWords(outcome) : fileWords(outcome))]
    .map((line) => `${escapeControls(line)}\n`)
    .join("")
