import { Effect, Option } from "effect"
import type { ObjectId } from "../domain/ObjectId.ts"
import type { FileChange } from "../adapters/git/Git.ts"
import { Reachability } from "./Reachability.ts"

/** A period in which a file had a path: from commit `since` until commit `until`, which renamed it. */
interface PathPeriod {
  readonly path: string
  readonly since: ObjectId | undefined
  readonly until: ObjectId | undefined
}

/** A path in the note of a commit. */
export interface NotedPath {
  readonly commit: ObjectId
  readonly file: string
}

/** Lists the periods of a file's paths, newest first. */
const listPathPeriods = (path: string, changes: ReadonlyArray<FileChange>): ReadonlyArray<PathPeriod> => {
  const periods: Array<PathPeriod> = []
  let until: ObjectId | undefined
  let last = path
  for (const change of changes) {
    if (Option.isNone(change.previousPath)) continue
    periods.push({ path: change.path, since: change.commit, until })
    until = change.commit
    last = change.previousPath.value
  }
  return [...periods, { path: last, since: undefined, until }]
}

const formatKey = ({ commit, file }: NotedPath): string => `${commit} ${file}`

/**
 * Returns a function that says whether a noted path means the file with this history; another file may have had the
 * path before or since. It means this file if the commit is in the history under that path, or is in a period in which
 * the file had the path. `changes`: the history of the file, newest first.
 */
export const makeNotedPathMatcher = Effect.fn("Lineage.makeNotedPathMatcher")(function* (
  path: string,
  changes: ReadonlyArray<FileChange>,
  notedPaths: ReadonlyArray<NotedPath>
) {
  const reachability = yield* Reachability
  const periods = listPathPeriods(path, changes)
  const followed = new Set(changes.map((change) => formatKey({ commit: change.commit, file: change.path })))
  const unresolved = notedPaths.filter((noted) => !followed.has(formatKey(noted)))
  const commitsByBoundary = new Map<ObjectId, ReadonlyArray<ObjectId>>()
  for (const { path: there, since, until } of periods) {
    const commits = unresolved.filter(({ file }) => file === there).map(({ commit }) => commit)
    for (const boundary of [since, until]) {
      if (boundary === undefined || commits.length === 0) continue
      commitsByBoundary.set(boundary, [...(commitsByBoundary.get(boundary) ?? []), ...commits])
    }
  }
  const found = yield* Effect.forEach(
    commitsByBoundary,
    ([boundary, commits]) =>
      Effect.map(reachability.reachableFrom(commits, boundary), (past) => [boundary, past] as const),
    { concurrency: 2 }
  )
  const before = new Map(found)
  const isBefore = (commit: ObjectId, boundary: ObjectId): boolean =>
    commit !== boundary && before.get(boundary)?.has(commit) === true
  return (noted: NotedPath): boolean =>
    followed.has(formatKey(noted)) ||
    periods.some(
      ({ path: there, since, until }) =>
        there === noted.file &&
        (until === undefined || isBefore(noted.commit, until)) &&
        (since === undefined || !isBefore(noted.commit, since))
    )
})
