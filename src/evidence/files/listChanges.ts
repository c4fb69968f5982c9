import { Effect } from "effect"
import type { ObjectId } from "../../domain/ObjectId.ts"
import { readBoundary } from "../../lineage/readBoundary.ts"
import { readPathChanges } from "./readPathChanges.ts"

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

/** What is known of the changes of files. */
export interface ListedChanges {
  /** The changes of each file. */
  readonly changes: ReadonlyMap<string, ReadonlyArray<Change>>
  readonly warnings: ReadonlyArray<string>
}

/**
 * Lists which of the newest commits up to one changed the content of each file, by the path that it has now, newest first.
 * What those at the boundary of a shallow clone changed is not known, nor what {@link readPathChanges} cannot read.
 */
export const listChanges = Effect.fn("Evidence.listChanges")(function* (head: ObjectId) {
  const read = yield* readPathChanges({ commit: head, maxCount: maxCommits })
  const boundary = yield* readBoundary
  const current = new Map<string, string>()
  const changes = new Map<string, Array<Change>>()
  for (const { commit, committerTime, files } of read.changes) {
    if (boundary.has(commit)) continue
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
  return { changes, warnings: read.warnings } satisfies ListedChanges
})
