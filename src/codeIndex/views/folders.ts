import { existsSync, readdirSync } from "node:fs"
import { Effect, Result } from "effect"
import { decodePath } from "../../adapters/git/parse/PathBytes.ts"
import { Git } from "../../adapters/git/Git.ts"
import type { FolderWatch } from "../../adapters/watching/FolderWatch.ts"
import { folderOf } from "../linking/paths.ts"
import { absolute } from "./listWorkTree.ts"

/** Folders watched in one turn of the event loop. */
const foldersPerTurn = 100
/** Maximum folders of a work tree that are watched: the system limits those of all programs of a user. */
const maxFolders = 20_000

/** The folders of a work tree in which git may find files. */
export interface WatchedFolders {
  readonly watched: ReadonlySet<string>
  /** Folders that git ignores, with all that is in them. */
  readonly ignored: ReadonlySet<string>
}

/** The folders that hold these files, and those that hold them. */
const foldersWith = (paths: Iterable<string>): ReadonlySet<string> => {
  const found = new Set([""])
  for (const path of paths) {
    for (let folder = folderOf(path); !found.has(folder); folder = folderOf(folder)) found.add(folder)
  }
  return found
}

/** The folders in a folder, and whether it is the root of a repository. Nothing if it cannot be read. */
const readFolder = (root: string, folder: string) => {
  const entries = Result.getOrElse(
    Result.try(() => readdirSync(absolute(root, folder), { withFileTypes: true, encoding: "buffer" })),
    () => []
  ).map((entry) => ({ name: decodePath(entry.name), isFolder: entry.isDirectory() }))
  const git = entries.find(({ name }) => name === ".git")
  return {
    isRepository: git !== undefined && (!git.isFolder || existsSync(absolute(root, `${folder}/.git/HEAD`))),
    folders: entries.flatMap(({ isFolder, name }) =>
      isFolder && name !== ".git" ? [folder === "" ? name : `${folder}/${name}`] : []
    )
  }
}

/**
 * Watches the folders of a work tree: those with files in `paths`, and all others that git does not ignore. Of a nested
 * repository, only its root. Each is watched before it is read, so that none can appear unseen. Undefined if one of them cannot
 * be watched.
 */
export const watchFolders = Effect.fn("CodeIndex.watchFolders")(function* (
  root: string,
  watch: FolderWatch,
  paths: Iterable<string>
) {
  const git = yield* Git
  const needed = foldersWith(paths)
  const watched = new Set<string>()
  const ignored = new Set<string>()
  let level: ReadonlyArray<string> = [""]
  while (level.length > 0) {
    const below: Array<string> = []
    for (const folder of level) {
      if (watched.size >= maxFolders || !watch.add(folder)) return undefined
      watched.add(folder)
      const { folders, isRepository } = readFolder(root, folder)
      below.push(...(isRepository && folder !== "" ? folders.filter((each) => needed.has(each)) : folders))
      if (watched.size % foldersPerTurn === 0) yield* Effect.yieldNow
    }
    const without = yield* git.ignored(below.filter((each) => !needed.has(each)))
    for (const each of without) ignored.add(each)
    level = below.filter((each) => !without.has(each))
  }
  watch.keep(watched)
  const found: WatchedFolders = { watched, ignored }
  return found
})
