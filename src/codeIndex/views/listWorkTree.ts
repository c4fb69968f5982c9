import { lstatSync, type Stats } from "node:fs"
import { join } from "node:path"
import { Clock, Effect } from "effect"
import { Git } from "../../adapters/git/Git.ts"
import type { GitError } from "../../adapters/git/GitError.ts"
import { encodePath } from "../../adapters/git/parse/PathBytes.ts"
import { folderOf } from "../linking/paths.ts"

/** A regular file of a work tree. */
export interface ListedFile {
  /** From the root, `/` separated. Bytes that are not UTF-8 appear as lone surrogates. */
  readonly path: string
  /** Changes whenever the file is written. Empty where the file was written so recently that it might not. */
  readonly stamp: string
  /** Size in bytes. */
  readonly size: number
}

/** Files between turns of the event loop, in which what git lists is read. */
const filesPerTurn = 500
/** Times of files are this coarse on some file systems: a later write within that time cannot be told. */
const coarseMillis = 2_000

const statIfThere = (path: Buffer | string): Stats | undefined => {
  try {
    return lstatSync(path)
  } catch {
    return undefined
  }
}

/** Makes a test for folders that are real ones from the root on: files behind a link are not of the work tree. */
const makeFolderTest = (root: string): ((folder: string) => boolean) => {
  const known = new Map([["", true]])
  const isReal = (folder: string): boolean => {
    const before = known.get(folder)
    if (before !== undefined) return before
    const found = isReal(folderOf(folder)) && statIfThere(absolute(root, folder))?.isDirectory() === true
    known.set(folder, found)
    return found
  }
  return isReal
}

/** Returns the absolute path, in bytes, of a file of the work tree. */
export const absolute = (root: string, path: string): Buffer =>
  Buffer.concat([Buffer.from(join(root, "/")), encodePath(path)])

const formatStamp = ({ ctimeMs, ino, mtimeMs, size }: Stats): string => `${mtimeMs} ${ctimeMs} ${size} ${ino}`

const stampOf = (stats: Stats, now: number): string =>
  now - Math.max(stats.mtimeMs, stats.ctimeMs) < coarseMillis ? "" : formatStamp(stats)

/** Returns the stamp that a regular file has now; undefined if there is none. */
export const readStamp = (path: Buffer): string | undefined => {
  const stats = statIfThere(path)
  return stats?.isFile() === true ? formatStamp(stats) : undefined
}

/** A path that git lists. */
interface Listed {
  readonly path: string
  readonly folder: string
  /** Absolute; as bytes where it is not UTF-8. */
  readonly at: Buffer | string
}

/** A file as it was found, to be compared with what it is now. */
export interface Found {
  readonly stats: Stats
  readonly file: ListedFile
}

/** What was found last. */
interface Kept {
  readonly paths: ReadonlyArray<string>
  readonly listed: ReadonlyArray<Listed>
  readonly found: ReadonlyMap<string, Found>
  readonly files: ReadonlyArray<ListedFile>
}

const isEqual = (a: ReadonlyArray<string>, b: ReadonlyArray<string>): boolean =>
  a.length === b.length && a.every((each, index) => each === b[index])

const toListed = (root: string, paths: ReadonlyArray<string>): ReadonlyArray<Listed> => {
  const before = join(root, "/")
  return paths
    .filter((path) => !path.endsWith("/"))
    .toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))
    .map((path) => {
      const at = `${before}${path}`
      return { path, folder: folderOf(path), at: at.isWellFormed() ? at : absolute(root, path) }
    })
}

const isSameFile = (a: Stats, b: Stats): boolean =>
  a.mtimeMs === b.mtimeMs && a.ctimeMs === b.ctimeMs && a.size === b.size && a.ino === b.ino

/** Finds what a file is now, or what was found before if it has not changed. */
const findFile = (
  { at, path }: Pick<Listed, "at" | "path">,
  before: Found | undefined,
  now: number
): Found | undefined => {
  const stats = statIfThere(at)
  if (stats?.isFile() !== true) return undefined
  if (before !== undefined && before.file.stamp !== "" && isSameFile(before.stats, stats)) return before
  return { stats, file: { path, stamp: stampOf(stats, now), size: stats.size } }
}

/** Finds what the listed files are now. */
const findFiles = Effect.fnUntraced(function* (root: string, listed: ReadonlyArray<Listed>, before: Kept["found"]) {
  const isReal = makeFolderTest(root)
  const now = yield* Clock.currentTimeMillis
  const found = new Map<string, Found>()
  for (const [at, each] of listed.entries()) {
    if (at % filesPerTurn === filesPerTurn - 1) yield* Effect.yieldNow
    const file = isReal(each.folder) ? findFile(each, before.get(each.path), now) : undefined
    if (file !== undefined) found.set(each.path, file)
  }
  return found
})

/** Lists the files of a work tree. */
export interface WorkTreeLister {
  /** Asks git for the files, and looks at each. */
  list(root: string): Effect.Effect<ReadonlyArray<ListedFile>, GitError, Git>
  /**
   * Looks again at files that were listed last, and returns all as they are now. Undefined if one of them is no regular file
   * any more, or was not listed.
   */
  look(root: string, paths: Iterable<string>, now: number): ReadonlyArray<ListedFile> | undefined
  /** The files that were listed last, by path. */
  found(): ReadonlyMap<string, Found>
}

const lookAgain = (root: string, kept: Kept, paths: Iterable<string>, now: number): Kept | undefined => {
  const changed = new Map<ListedFile, Found>()
  for (const path of paths) {
    const before = kept.found.get(path)
    const after = findFile({ path, at: absolute(root, path) }, before, now)
    if (before === undefined || after === undefined) return undefined
    if (after !== before) changed.set(before.file, after)
  }
  // Copies of what is known of all files are made only where they differ.
  if (changed.size === 0) return kept
  const found = new Map(kept.found)
  for (const after of changed.values()) found.set(after.file.path, after)
  return { ...kept, found, files: kept.files.map((file) => changed.get(file)?.file ?? file) }
}

/**
 * Makes a lister of the regular files of a work tree: tracked ones as they are on disk, and untracked ones that are not ignored.
 * Links, submodules and files behind links are left out. Sorted by path. Where nothing has changed since the last time, the list
 * is the same object.
 */
export const makeWorkTreeLister = (): WorkTreeLister => {
  let kept: Kept = { paths: [], listed: [], found: new Map(), files: [] }
  const list = Effect.fn("CodeIndex.listWorkTree")(function* (root: string) {
    const git = yield* Git
    const before = kept
    // While git lists the files, those that it listed last are looked at.
    const known = findFiles(root, before.listed, before.found)
    const [paths, again] = yield* Effect.all([git.workTreePaths, known], { concurrency: "unbounded" })
    const isListedAgain = isEqual(paths, before.paths)
    const listed = isListedAgain ? before.listed : toListed(root, paths)
    const found = isListedAgain ? again : yield* findFiles(root, listed, before.found)
    const isUnchanged =
      found.size === before.found.size && [...found].every(([path, file]) => before.found.get(path) === file)
    const files = isUnchanged ? before.files : [...found.values()].map(({ file }) => file)
    kept = { paths, listed, found, files }
    return files
  })
  const look = (root: string, paths: Iterable<string>, now: number) => {
    const looked = lookAgain(root, kept, paths, now)
    kept = looked ?? kept
    return looked?.files
  }
  return { list, look, found: () => kept.found }
}
