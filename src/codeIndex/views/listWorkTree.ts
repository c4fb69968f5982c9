import { lstatSync, type Stats } from "node:fs"
import { join } from "node:path"
import { Clock, Effect } from "effect"
import { Git } from "../../adapters/git/Git.ts"
import { encodePath } from "../../adapters/git/parse/PathBytes.ts"

/** A regular file of a work tree. */
export interface ListedFile {
  /** From the root, `/` separated. Bytes that are not UTF-8 appear as lone surrogates. */
  readonly path: string
  /** Changes whenever the file is written. Empty where the file was written so recently that it might not. */
  readonly stamp: string
  /** Size in bytes. */
  readonly size: number
}

/** Files between turns of the event loop. */
const filesPerTurn = 2_000
/** Times of files are this coarse on some file systems: a later write within that time cannot be told. */
const coarseMillis = 2_000

const statIfThere = (path: Buffer): Stats | undefined => {
  try {
    return lstatSync(path)
  } catch {
    return undefined
  }
}

const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf("/")))

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

/**
 * Lists the regular files of the work tree at `root`: tracked ones as they are on disk, and untracked ones that are not
 * ignored. Links, submodules and files behind links are left out. Sorted by path.
 */
export const listWorkTree = Effect.fn("CodeIndex.listWorkTree")(function* (root: string) {
  const git = yield* Git
  const paths = yield* git.workTreePaths
  const isReal = makeFolderTest(root)
  const now = yield* Clock.currentTimeMillis
  const found: Array<ListedFile> = []
  for (const [at, path] of paths.entries()) {
    if (at % filesPerTurn === filesPerTurn - 1) yield* Effect.yieldNow
    if (path.endsWith("/") || !isReal(folderOf(path))) continue
    const stats = statIfThere(absolute(root, path))
    if (stats?.isFile() === true) found.push({ path, stamp: stampOf(stats, now), size: stats.size })
  }
  return found.toSorted((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0))
})
