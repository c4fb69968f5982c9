import { Effect } from "effect"
import type { CommitSize } from "../../adapters/git/CommitChange.ts"
import { Git } from "../../adapters/git/Git.ts"
import type { ObjectId } from "../../domain/ObjectId.ts"
import { readBoundary } from "../../lineage/readBoundary.ts"
import type { EvolutionCommit, FileChurn } from "../model/answers.ts"
import { authorName, byFrequency, formatSeconds } from "./people.ts"

/** Commits that churn is counted over, newest first. */
export const maxCommits = 500

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

const sumLines = (sizes: ReadonlyArray<CommitSize>) => ({
  insertions: sizes.flatMap(({ files }) => files).reduce((sum, { added }) => sum + added, 0),
  deletions: sizes.flatMap(({ files }) => files).reduce((sum, { deleted }) => sum + deleted, 0)
})

const newest = (sizes: ReadonlyArray<CommitSize>): string =>
  sizes.length === 0 ? "" : formatSeconds(sizes.reduce((most, { authorTime }) => Math.max(most, authorTime), 0))

/** How often and how much a file changed, over its newest commits, renames followed. */
export const fileChurn = Effect.fn("Evolution.fileChurn")(function* (commit: ObjectId, path: string) {
  const sizes = yield* readSizes(commit, path, maxCommits)
  return {
    ...sumLines(sizes),
    commit_count: sizes.length,
    authors: byFrequency(sizes.map(authorName)),
    last_modified: newest(sizes),
    isComplete: sizes.length < maxCommits
  }
})

/** The newest commits that changed a file, renames followed. */
export const fileCommits = Effect.fn("Evolution.fileCommits")(function* (
  commit: ObjectId,
  path: string,
  limit: number
) {
  const sizes = yield* readSizes(commit, path, limit)
  return sizes.map((size): EvolutionCommit => {
    const [file] = size.files
    return {
      hash: size.commit,
      author: authorName(size),
      timestamp: formatSeconds(size.authorTime),
      message: size.subject,
      lines_added: file?.added ?? 0,
      lines_deleted: file?.deleted ?? 0,
      ...(file === undefined || file.path === path ? {} : { path: file.path })
    }
  })
})

/** Groups what commits changed by the path that a file has now. `sizes`: newest first. */
export const groupByCurrentPath = (
  sizes: ReadonlyArray<CommitSize>
): ReadonlyMap<string, ReadonlyArray<CommitSize>> => {
  const current = new Map<string, string>()
  const found = new Map<string, Array<CommitSize>>()
  for (const size of sizes) {
    for (const file of size.files) {
      const path = current.get(file.path) ?? file.path
      if (file.renamedFrom !== undefined) current.set(file.renamedFrom, path)
      const own = { ...size, files: [file] }
      const others = found.get(path)
      if (others === undefined) found.set(path, [own])
      else others.push(own)
    }
  }
  return found
}

/** The files of a commit by how often its newest ancestors changed them, most first. Deleted files are left out. */
export const hottestFiles = Effect.fn("Evolution.hottestFiles")(function* (commit: ObjectId) {
  const git = yield* Git
  const [sizes, present] = yield* Effect.all([readSizes(commit, undefined, maxCommits), git.files(commit, "")], {
    concurrency: 2
  })
  const paths = new Set(present.map(({ path }) => path))
  return [...groupByCurrentPath(sizes)]
    .filter(([path]) => paths.has(path))
    .map(([path, own]): FileChurn => ({
      path,
      commits: own.length,
      ...sumLines(own),
      authors: byFrequency(own.map(authorName)),
      last_modified: newest(own)
    }))
    .toSorted(
      (a, b) =>
        b.commits - a.commits || b.insertions + b.deletions - a.insertions - a.deletions || (a.path < b.path ? -1 : 1)
    )
})
