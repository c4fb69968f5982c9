import { Effect, Option } from "effect"
import type { ObjectId } from "../domain/ObjectId.ts"
import type { FileChange } from "../adapters/git/Git.ts"
import { Reachability } from "./Reachability.ts"

/** A path that a file had: since the commit that gave it that path, until the one that took it away. */
interface Stay {
  readonly path: string
  readonly since: ObjectId | undefined
  readonly until: ObjectId | undefined
}

/** A path that the note of a commit names. */
export interface Naming {
  readonly commit: ObjectId
  readonly file: string
}

/** The paths of a file, newest first, by its history. */
const staysOf = (path: string, changes: ReadonlyArray<FileChange>): ReadonlyArray<Stay> => {
  const stays: Array<Stay> = []
  let until: ObjectId | undefined
  let last = path
  for (const change of changes) {
    if (Option.isNone(change.previousPath)) continue
    stays.push({ path: change.path, since: change.commit, until })
    until = change.commit
    last = change.previousPath.value
  }
  return [...stays, { path: last, since: undefined, until }]
}

const text = ({ commit, file }: Naming): string => `${commit} ${file}`

/**
 * Which namings mean a file whose history is known: another file may have had the path before, or have it since. A
 * path counts in commits that history names with it, and in those from the commit that gave the file the path to the
 * one that took it away.
 */
export const meaning = Effect.fn("Pipeline.meaning")(function* (
  path: string,
  changes: ReadonlyArray<FileChange>,
  namings: ReadonlyArray<Naming>
) {
  const reachability = yield* Reachability
  const stays = staysOf(path, changes)
  const followed = new Set(changes.map((change) => text({ commit: change.commit, file: change.path })))
  const open = namings.filter((naming) => !followed.has(text(naming)))
  const asked = new Map<ObjectId, ReadonlyArray<ObjectId>>()
  for (const { path: there, since, until } of stays) {
    const commits = open.filter(({ file }) => file === there).map(({ commit }) => commit)
    for (const boundary of [since, until]) {
      if (boundary === undefined || commits.length === 0) continue
      asked.set(boundary, [...(asked.get(boundary) ?? []), ...commits])
    }
  }
  const found = yield* Effect.forEach(
    asked,
    ([boundary, commits]) => Effect.map(reachability.before(commits, boundary), (past) => [boundary, past] as const),
    { concurrency: 2 }
  )
  const before = new Map(found)
  const isBefore = (commit: ObjectId, boundary: ObjectId): boolean =>
    commit !== boundary && before.get(boundary)?.has(commit) === true
  return (naming: Naming): boolean =>
    followed.has(text(naming)) ||
    stays.some(
      ({ path: there, since, until }) =>
        there === naming.file &&
        (until === undefined || isBefore(naming.commit, until)) &&
        (since === undefined || !isBefore(naming.commit, since))
    )
})
