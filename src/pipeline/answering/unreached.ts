import { Option } from "effect"
import { escapeControls } from "../../domain/Text.ts"
import type { Question } from "./Question.ts"

/** Folders of files not reached that are named. */
const namedFolders = 3

/** The folder right below the one asked about that a file is in; none for its own files. */
const folderBelow = (asked: string, path: string): Option.Option<string> => {
  const start = asked === "" ? 0 : asked.length + 1
  const end = path.indexOf("/", start)
  return end === -1 ? Option.none() : Option.some(path.slice(0, end))
}

/** Says how many files the time did not suffice for, and how to ask for them. */
export const unreachedWarning = (
  { settings, subject }: Question,
  reached: number,
  unreached: ReadonlyArray<{ readonly path: string; readonly noted: boolean }>
): ReadonlyArray<string> => {
  if (unreached.length === 0) return []
  const counts = new Map<string, number>()
  for (const { path } of unreached) {
    const folder = folderBelow(subject.path, path)
    if (Option.isSome(folder)) counts.set(folder.value, (counts.get(folder.value) ?? 0) + 1)
  }
  const folders = [...counts].toSorted(([, a], [, b]) => b - a)
  const named = folders.slice(0, namedFolders).map(([folder, count]) => `${escapeControls(folder)} (${count})`)
  const noted = unreached.filter((file) => file.noted).length
  return [
    `${unreached.length} of ${reached + unreached.length} files, ${noted} of them annotated, were not reached within ` +
      `${settings.folderTimeout} s. Ask again: what was read is kept, so it gets further.` +
      (named.length === 0 ? "" : ` Or ask for a folder: ${named.join(", ")}.`) +
      " More time: git config ultragit.folderTimeout <seconds>"
  ]
}
