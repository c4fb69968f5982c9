import { Effect } from "effect"
import type { ObjectId } from "../../domain/ObjectId.ts"
import type { PathChanges } from "./readPathChanges.ts"
import { makeFollower, readRecentChanges } from "./readRecentChanges.ts"

/** Commits that are listed, newest first. */
export const maxListedCommits = 500

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

/** Lists which of some commits, newest first, changed the content of each file, by the path that it has now. */
export const listByFile = ({ changes: read, warnings }: PathChanges): ListedChanges => {
  const follow = makeFollower()
  const changes = new Map<string, Array<Change>>()
  for (const { commit, committerTime, files } of read) {
    for (const file of files) {
      const path = follow(file)
      if (!file.isEdited) continue
      const change = { commit, time: committerTime, files: files.length }
      const known = changes.get(path)
      if (known === undefined) changes.set(path, [change])
      else known.push(change)
    }
  }
  return { changes, warnings }
}

/**
 * Lists which of the newest commits up to one changed the content of each file, by the path that it has now, newest first.
 * What those at the boundary of a shallow clone changed is not known, nor what {@link readPathChanges} cannot read.
 */
export const listChanges = Effect.fn("Evidence.listChanges")(function* (head: ObjectId) {
  return listByFile(yield* readRecentChanges(head, maxListedCommits))
})
