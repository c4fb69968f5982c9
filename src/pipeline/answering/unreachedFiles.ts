import { Option } from "effect"
import { escapeControls } from "../../domain/Text.ts"
import type { Question } from "./Question.ts"

/** Folders of unreached files that the warning names. */
const maxNamedFolders = 3

/** Returns the subfolder of `folder` that contains a file; none for files directly in `folder`. */
const folderBelow = (folder: string, path: string): Option.Option<string> => {
  const start = folder === "" ? 0 : folder.length + 1
  const end = path.indexOf("/", start)
  return end === -1 ? Option.none() : Option.some(path.slice(0, end))
}

/** Warns of files that were not reached within the time limit, and says how to query them. */
export const warnOfUnreachedFiles = (
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
  const named = folders.slice(0, maxNamedFolders).map(([folder, count]) => `${escapeControls(folder)} (${count})`)
  const noted = unreached.filter((file) => file.noted).length
  return [
    `${unreached.length} of ${reached + unreached.length} files, ${noted} of them annotated, were not reached within ` +
      `${settings.folderTimeout} s. Repeat the query: results so far are cached, so it gets further.` +
      (named.length === 0 ? "" : ` Or query a folder: ${named.join(", ")}.`) +
      " To raise the limit: git config ultragit.folderTimeout <seconds>"
  ]
}
