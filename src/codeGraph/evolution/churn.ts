import { Effect } from "effect"
import type { CommitSize } from "../../adapters/git/CommitChange.ts"
import { Git } from "../../adapters/git/Git.ts"
import type { ObjectId } from "../../domain/ObjectId.ts"
import { readPathChanges } from "../../evidence/files/readPathChanges.ts"
import { readBoundary } from "../../lineage/readBoundary.ts"
import type { EvolutionCommit, FileChurn } from "../model/answers.ts"
import { authorName, byFrequency, formatSeconds, readCommits } from "./people.ts"

/** Commits that churn is counted over, newest first. */
export const maxCommits = 500
/** Commits among which those of one file are looked for, where git cannot follow it. */
const maxSearched = 20_000

/**
 * Reads the newest commits that are no merges, with the lines that they changed. What those at the boundary of a shallow clone
 * changed is not known.
 */
export const readSizes = (commit: ObjectId, path: string | undefined, maxCount: number) =>
  Effect.gen(function* () {
    const found: Array<CommitSize> = []
    const git = yield* Git
    const boundary = yield* readBoundary
    yield* git.commitSizes({ commit, maxCount, ...(path === undefined ? {} : { path }) }, (size) => {
      if (!boundary.has(size.commit)) found.push(size)
    })
    return found
  })

/** Commits with what they changed. Without `areCounted`, how many lines that was is not known. */
interface Changes {
  readonly sizes: ReadonlyArray<CommitSize>
  readonly areCounted: boolean
  readonly warnings: ReadonlyArray<string>
}

/** Reads which paths commits changed, where lines cannot be counted. */
const readUncounted = Effect.fnUntraced(function* (commit: ObjectId, path: string | undefined, maxCount: number) {
  const boundary = yield* readBoundary
  const { changes, warnings } = yield* readPathChanges({
    commit,
    maxCount: path === undefined ? maxCount : maxSearched
  })
  const known = changes.filter((change) => !boundary.has(change.commit))
  const own = path === undefined ? known : known.filter(({ files }) => files.some((file) => file.path === path))
  const shown = own.slice(0, maxCount)
  const filesOf = new Map(shown.map((change) => [change.commit, change.files]))
  const sizes = (yield* readCommits(shown.map((change) => change.commit))).map((each): CommitSize => ({
    commit: each.id,
    author: { name: each.author, email: "" },
    authorTime: each.time,
    subject: each.subject,
    files: (filesOf.get(each.id) ?? []).map((file) => ({ ...file, added: 0, deleted: 0 }))
  }))
  return { sizes, areCounted: false, warnings } satisfies Changes
})

/** Reads the newest commits with what they changed, without lines and renames where contents for these are missing. */
const readChanges = (commit: ObjectId, path: string | undefined, maxCount: number) =>
  readSizes(commit, path, maxCount).pipe(
    Effect.map((sizes): Changes => ({ sizes, areCounted: true, warnings: [] })),
    Effect.catchReason("GitError", "ObjectMissing", () => readUncounted(commit, path, maxCount))
  )

const sumLines = (sizes: ReadonlyArray<CommitSize>) => ({
  insertions: sizes.flatMap(({ files }) => files).reduce((sum, { added }) => sum + added, 0),
  deletions: sizes.flatMap(({ files }) => files).reduce((sum, { deleted }) => sum + deleted, 0)
})

const newest = (sizes: ReadonlyArray<CommitSize>): string =>
  sizes.length === 0 ? "" : formatSeconds(sizes.reduce((most, { authorTime }) => Math.max(most, authorTime), 0))

/** How often and how much a file changed, over its newest commits, renames followed. */
export const fileChurn = Effect.fn("Evolution.fileChurn")(function* (commit: ObjectId, path: string) {
  // One more says whether there are more.
  const { areCounted, sizes: found, warnings } = yield* readChanges(commit, path, maxCommits + 1)
  const sizes = found.slice(0, maxCommits)
  return {
    ...(areCounted ? sumLines(sizes) : {}),
    commit_count: sizes.length,
    authors: byFrequency(sizes.map(authorName)),
    last_modified: newest(sizes),
    isComplete: found.length <= maxCommits,
    unread: warnings
  }
})

/** The newest commits that changed a file, renames followed. */
export const fileCommits = Effect.fn("Evolution.fileCommits")(function* (
  commit: ObjectId,
  path: string,
  limit: number
) {
  const { areCounted, sizes, warnings } = yield* readChanges(commit, path, limit)
  const commits = sizes.map((size): EvolutionCommit => {
    const [file] = areCounted ? size.files : []
    return {
      hash: size.commit,
      author: authorName(size),
      timestamp: formatSeconds(size.authorTime),
      message: size.subject,
      ...(areCounted ? { lines_added: file?.added ?? 0, lines_deleted: file?.deleted ?? 0 } : {}),
      ...(file === undefined || file.path === path ? {} : { path: file.path })
    }
  })
  return { commits, warnings }
})

/**
 * Groups what commits changed by the path that a file has now. `sizes`: newest first. What had a file's path before the file was
 * renamed to it is another file, which is left out.
 */
export const groupByCurrentPath = (
  sizes: ReadonlyArray<CommitSize>
): ReadonlyMap<string, ReadonlyArray<CommitSize>> => {
  const current = new Map<string, string | undefined>()
  const found = new Map<string, Array<CommitSize>>()
  for (const size of sizes) {
    const files = size.files.map((file) => ({
      file,
      path: current.has(file.path) ? current.get(file.path) : file.path
    }))
    for (const { file } of files) if (file.renamedFrom !== undefined) current.set(file.path, undefined)
    for (const { file, path } of files) {
      if (file.renamedFrom !== undefined) current.set(file.renamedFrom, path)
      if (path === undefined) continue
      const own = { ...size, files: [file] }
      const others = found.get(path)
      if (others === undefined) found.set(path, [own])
      else others.push(own)
    }
  }
  return found
}

const countChanged = ({ deletions = 0, insertions = 0 }: FileChurn): number => insertions + deletions

/** The files of a commit by how often its newest ancestors changed them, most first. Deleted files are left out. */
export const hottestFiles = Effect.fn("Evolution.hottestFiles")(function* (commit: ObjectId) {
  const git = yield* Git
  const [{ areCounted, sizes, warnings }, present] = yield* Effect.all(
    [readChanges(commit, undefined, maxCommits), git.files(commit, "")],
    { concurrency: 2 }
  )
  const paths = new Set(present.map(({ path }) => path))
  const files = [...groupByCurrentPath(sizes)]
    .filter(([path]) => paths.has(path))
    .map(([path, own]): FileChurn => ({
      path,
      commits: own.length,
      ...(areCounted ? sumLines(own) : {}),
      authors: byFrequency(own.map(authorName)),
      last_modified: newest(own)
    }))
    .toSorted((a, b) => b.commits - a.commits || countChanged(b) - countChanged(a) || (a.path < b.path ? -1 : 1))
  return { files, warnings }
})
