import { lstatSync, type Stats } from "node:fs"
import { Result } from "effect"
import type { FolderWatch } from "../../adapters/watching/FolderWatch.ts"
import { absolute, type WorkTreeLister } from "./listWorkTree.ts"

/** What is known of a work tree beside its listed files. */
export interface Surroundings {
  readonly watch: FolderWatch
  /** Folders that git ignores, with all that is in them. */
  readonly ignoredFolders: ReadonlySet<string>
  /** Regular files that git did not list. */
  readonly ignoredFiles: ReadonlySet<string>
}

/** What changed entries of folders mean. */
export type Meaning =
  /** Only these listed files may have changed. */
  | { readonly _tag: "Files"; readonly paths: ReadonlyArray<string> }
  /** Git must be asked which files there are. */
  | { readonly _tag: "Listing"; readonly files: ReadonlyArray<string> }
  /** Other folders may have to be watched, too. */
  | { readonly _tag: "Folders" }

const statOf = (root: string, path: string): Stats | undefined =>
  Result.getOrUndefined(Result.try(() => lstatSync(absolute(root, path), { throwIfNoEntry: false })))

/** What it means that an entry changed that is no listed file. */
const explainOther = (root: string, around: Surroundings, path: string): Meaning["_tag"] => {
  const { ignoredFiles, ignoredFolders, watch } = around
  const stats = statOf(root, path)
  if (stats?.isDirectory() === true) return watch.isWatched(path) || ignoredFolders.has(path) ? "Files" : "Folders"
  if (watch.has(path)) return "Folders"
  // What editors write and rename or remove at once is gone again. Links are never listed.
  return stats?.isFile() === true && !ignoredFiles.has(path) ? "Listing" : "Files"
}

/** Files that decide which others are listed. */
const isDecisive = (path: string): boolean => /(?:^|\/)\.git(?:ignore)?$/.test(path)

/** Says what it means that these entries of folders changed. */
export const explainChanges = (
  root: string,
  around: Surroundings,
  lister: WorkTreeLister,
  changed: Iterable<string>
): Meaning => {
  const listed = lister.found()
  const paths: Array<string> = []
  const files: Array<string> = []
  for (const path of changed) {
    if (isDecisive(path)) return { _tag: "Folders" }
    if (listed.has(path)) {
      paths.push(path)
      continue
    }
    const meaning = explainOther(root, around, path)
    if (meaning === "Folders") return { _tag: meaning }
    if (meaning === "Listing") files.push(path)
  }
  return files.length > 0 ? { _tag: "Listing", files } : { _tag: "Files", paths }
}
