import { Option } from "effect"
import { ObjectId } from "../../../domain/ObjectId.ts"
import type { PathChange } from "../CommitChange.ts"
import type { Rename } from "../CommitChange.ts"
import type { FileChange } from "../Git.ts"
import { decodePath } from "./PathBytes.ts"
import { type ChunkReader, makeRecordReader } from "./Records.ts"

/** The id of a commit, its committer time and its title where the format has them. */
const commitPattern = /^([0-9a-f]{40}|[0-9a-f]{64})(?: (-?\d+)(?: (.*))?)?$/s
/** Bytes of a record that are read, unless it is a path; a title may have megabytes. */
const maxHeadBytes = 400
/** For a merge: one letter per parent. For a rename or copy: a letter and the similarity in percent. */
const statusPattern = /^\n?([A-Z]+)(\d*)$/

/**
 * Parses `git log --name-status -z --format=%H`, `"%H %ct"` or `"%H %ct %s"`: an id, then for each file a status with one path, or two after `R` and
 * `C`. Paths are identified by their position, so they are never taken for ids or statuses. For merges, nothing
 * separates the id from the files.
 */
const makeNameStatusReader = (on: {
  readonly commit: (id: ObjectId, time: number, title: string | undefined) => void
  readonly file: (id: ObjectId, paths: ReadonlyArray<string>, status: string, similarity: number) => void
}): ChunkReader => {
  let commit: ObjectId | undefined
  let status = ""
  let similarity = 0
  let paths: Array<string> = []
  let missingPaths = 0
  return makeRecordReader(0, (record) => {
    if (missingPaths > 0) {
      paths.push(decodePath(record))
      missingPaths -= 1
      if (missingPaths > 0 || commit === undefined) return
      on.file(commit, paths, status, similarity)
      paths = []
      return
    }
    const text = record.toString("utf8", 0, maxHeadBytes)
    const [, letters, percent] = statusPattern.exec(text) ?? []
    const [, id, time, title] = letters === undefined ? (commitPattern.exec(text) ?? []) : []
    if (letters !== undefined) {
      status = letters
      similarity = Number(percent)
      missingPaths = letters === "R" || letters === "C" ? 2 : 1
    } else if (id !== undefined) {
      commit = ObjectId.make(id)
      on.commit(commit, Number(time), title)
    } else if (text !== "" || commit === undefined) return false
  })
}

/**
 * Parses the history of one file (`--follow`), newest first. A commit without a status is a merge; its path comes from
 * the next newer commit.
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

/** Parses the renames of a history without merges. */
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

/** Collects the paths of each commit whose status includes the letter for any parent. */
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

/** Parses the changes of a history without merges, `--format="%H %ct"` with or without ` %s`, and passes each commit on when it is complete. */
export const makePathChangesReader = (take: (change: PathChange) => void): ChunkReader => {
  let current: PathChange | undefined
  let files: Array<PathChange["files"][number]> = []
  const passOn = () => {
    if (current !== undefined) take({ ...current, files })
    files = []
  }
  const reader = makeNameStatusReader({
    commit: (commit, committerTime, title) => {
      passOn()
      current = { commit, committerTime, ...(title === undefined ? {} : { title }), files }
    },
    file: (_, [first = "", second], status, similarity) => {
      files.push(
        second === undefined
          ? { path: first, isEdited: status !== "D" }
          : { path: second, renamedFrom: first, isEdited: similarity < 100 }
      )
    }
  })
  return {
    ...reader,
    end: () => {
      reader.end()
      passOn()
    }
  }
}
