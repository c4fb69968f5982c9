import { Option } from "effect"
import { ObjectId } from "../../../domain/ObjectId.ts"
import type { FileChange, Rename } from "../Git.ts"
import { decodePath } from "./PathBytes.ts"
import { type ChunkReader, makeRecordReader } from "./Records.ts"

const idPattern = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/
/** Of a merge a letter for each parent. */
const statusPattern = /^\n?([A-Z]+)\d*$/

/**
 * Reads `git log --name-status -z --format=%H`: an id, then for each file a status with one path, or two after `R`
 * and `C`. Paths are taken by number, so none can be taken for an id or a status. Nothing parts a merge's id from its files.
 */
const makeNameStatusReader = (on: {
  readonly commit: (id: ObjectId) => void
  readonly file: (id: ObjectId, paths: ReadonlyArray<string>, status: string) => void
}): ChunkReader => {
  let commit: ObjectId | undefined
  let status = ""
  let paths: Array<string> = []
  let missing = 0
  return makeRecordReader(0, (record) => {
    if (missing > 0) {
      paths.push(decodePath(record))
      missing -= 1
      if (missing > 0 || commit === undefined) return
      on.file(commit, paths, status)
      paths = []
      return
    }
    const text = record.toString("latin1")
    const [, letters] = statusPattern.exec(text) ?? []
    if (letters !== undefined) {
      status = letters
      missing = letters === "R" || letters === "C" ? 2 : 1
    } else if (idPattern.test(text)) {
      commit = ObjectId.make(text)
      on.commit(commit)
    } else if (text !== "" || commit === undefined) return false
  })
}

/**
 * Reads the history of one file (`--follow`), newest first. A commit without a status, a merge, has the path that the
 * newer commit before it leads to.
 */
export const makeFileHistoryReader = (
  path: string
): { readonly reader: ChunkReader; readonly changes: () => ReadonlyArray<FileChange> } => {
  const changes: Array<FileChange> = []
  let current = path
  const reader = makeNameStatusReader({
    commit: (commit) => {
      changes.push({ commit, path: current, previousPath: Option.none() })
    },
    file: (commit, [first = current, second]) => {
      changes[changes.length - 1] =
        second === undefined
          ? { commit, path: first, previousPath: Option.none() }
          : { commit, path: second, previousPath: Option.some(first) }
      current = first
    }
  })
  return { reader, changes: () => changes }
}

/** Reads the renames of a whole history, merges left out. */
export const makeRenamesReader = (): {
  readonly reader: ChunkReader
  readonly renames: () => ReadonlyArray<Rename>
} => {
  const renames: Array<Rename> = []
  const reader = makeNameStatusReader({
    commit: () => {},
    file: (commit, [from, to]) => {
      if (from !== undefined && to !== undefined) renames.push({ commit, from: [from], to: [to] })
    }
  })
  return { reader, renames: () => renames }
}

/** Reads paths of commits: those whose status has the letter, whatever the parent. */
export const makePathsReader = (
  letter: "A" | "D"
): { readonly reader: ChunkReader; readonly paths: () => ReadonlyMap<ObjectId, ReadonlySet<string>> } => {
  const found = new Map<ObjectId, Set<string>>()
  const reader = makeNameStatusReader({
    commit: () => {},
    file: (commit, [path], status) => {
      if (path === undefined || !status.includes(letter)) return
      const paths = found.get(commit)
      if (paths === undefined) found.set(commit, new Set([path]))
      else paths.add(path)
    }
  })
  return { reader, paths: () => found }
}
