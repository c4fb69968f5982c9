import { Effect, Option } from "effect"
import type { PathChange } from "../../adapters/git/CommitChange.ts"
import { Git } from "../../adapters/git/Git.ts"
import type { ObjectId } from "../../domain/ObjectId.ts"
import { readBoundary } from "../../lineage/readBoundary.ts"
import { type PathChanges, readPathChanges } from "./readPathChanges.ts"

/** What the newest commits of a history changed, newest first, with their titles. */
export interface RecentChanges extends PathChanges {
  readonly head: ObjectId
}

/** Whether nothing of what is known has left the history of a commit, as it does when history is rewritten. */
const isContinued = Effect.fnUntraced(function* (known: RecentChanges, head: ObjectId) {
  const base = yield* Effect.option((yield* Git).mergeBase(known.head, head))
  return Option.contains(Option.flatten(base), known.head)
})

/**
 * Reads what the newest commits up to one changed, without those at the boundary of a shallow clone, of which that is not known.
 * `known`: what was read before, of which only the difference is read if it is still part of the history.
 */
export const readRecentChanges = Effect.fn("Evidence.readRecentChanges")(function* (
  head: ObjectId,
  maxCount: number,
  known?: RecentChanges
) {
  const before = known !== undefined && (yield* isContinued(known, head)) ? known : undefined
  const read = yield* readPathChanges({ commit: head, without: before?.head, maxCount, titles: true })
  const boundary = yield* readBoundary
  const added = read.changes.filter(({ commit }) => !boundary.has(commit))
  return {
    head,
    changes: [...added, ...(before?.changes ?? [])].slice(0, maxCount),
    warnings: [...read.warnings, ...(before?.warnings ?? [])]
  } satisfies RecentChanges
})

/** Finds the path that a file has now, of changes from the newest to the oldest. */
export const makeFollower = (): ((file: PathChange["files"][number]) => string) => {
  const current = new Map<string, string>()
  return ({ path: then, renamedFrom }) => {
    const path = current.get(then) ?? then
    if (renamedFrom !== undefined) current.set(renamedFrom, path)
    return path
  }
}
