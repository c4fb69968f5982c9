import { Effect } from "effect"
import type { PathChange } from "../../adapters/git/CommitChange.ts"
import { Git } from "../../adapters/git/Git.ts"
import type { ObjectId } from "../../domain/ObjectId.ts"
import { readBoundary } from "../../lineage/readBoundary.ts"

/** Commits that are read, newest first. */
const maxCommits = 500

/** A commit that changed the content of a file. */
export interface Change {
  readonly commit: ObjectId
  /** Of the committer, in seconds since 1970. */
  readonly time: number
  /** Files that it changed. */
  readonly files: number
}

/**
 * Lists which of the newest commits up to one changed the content of each file, by the path that it has now, newest first.
 * What those at the boundary of a shallow clone changed is not known.
 */
export const listChanges = Effect.fn("Evidence.listChanges")(function* (head: ObjectId) {
  const git = yield* Git
  const boundary = yield* readBoundary
  const current = new Map<string, string>()
  const changes = new Map<string, Array<Change>>()
  const take = ({ commit, committerTime, files }: PathChange) => {
    if (boundary.has(commit)) return
    for (const { isEdited, path: then, renamedFrom } of files) {
      const path = current.get(then) ?? then
      if (renamedFrom !== undefined) current.set(renamedFrom, path)
      if (!isEdited) continue
      const change = { commit, time: committerTime, files: files.length }
      const known = changes.get(path)
      if (known === undefined) changes.set(path, [change])
      else known.push(change)
    }
  }
  yield* git.pathChanges({ commit: head, maxCount: maxCommits }, take)
  const found: ReadonlyMap<string, ReadonlyArray<Change>> = changes
  return found
})
