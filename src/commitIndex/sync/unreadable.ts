import { Effect, Option, Result } from "effect"
import type { ObjectId } from "../../domain/ObjectId.ts"
import { Git } from "../../adapters/git/Git.ts"
import { GitError, ObjectMissing } from "../../adapters/git/GitError.ts"

/** Commits that could not be read completely, with git's error: objects are missing or damaged. */
export type Unreadable = Map<ObjectId, string>

/**
 * Most unreadable commits to isolate one by one, which takes several git processes each. If there are more, as in a clone
 * without blobs, the rest of a chunk is skipped from the first unreadable commit on.
 */
const maxIsolated = 500

/** Whether a failure is caused by particular commits, so that reading others may succeed. */
const isObjectFailure = ({ reason }: GitError): boolean =>
  reason._tag === "ObjectMissing" || (reason._tag === "CommandFailed" && reason.exitCode === 128)

/** How to read commits and what to do with each, in the given order. */
interface CommitReading<A> {
  readonly read: (ids: ReadonlyArray<ObjectId>, onItem: (item: A) => void) => Effect.Effect<void, GitError>
  readonly getId: (item: A) => ObjectId
  readonly onItem: (item: A) => void
}

const missing = (id: ObjectId): string => new GitError({ reason: new ObjectMissing({ id }) }).message

/**
 * Reads commits and skips those that git cannot read. Git stops at the first unreadable commit without naming it. Since an
 * item is emitted only when the next one starts, it is one of the first two that are missing; if none was emitted, bisects.
 */
export const readSkippingUnreadable = <A>(
  unreadable: Unreadable,
  ids: ReadonlyArray<ObjectId>,
  reading: CommitReading<A>
): Effect.Effect<void, GitError> =>
  Effect.gen(function* () {
    const seenIds = new Set<ObjectId>()
    const work = reading.read(ids, (item) => {
      seenIds.add(reading.getId(item))
      reading.onItem(item)
    })
    const outcome = yield* Effect.result(work)
    const left = ids.filter((id) => !seenIds.has(id))
    if (Result.isSuccess(outcome)) return left.forEach((id) => unreadable.set(id, missing(id)))
    const { failure } = outcome
    if (!isObjectFailure(failure)) return yield* failure
    if (unreadable.size >= maxIsolated) return left.forEach((id) => unreadable.set(id, failure.message))
    const [first] = left
    if (first === undefined) return yield* failure
    if (left.length === 1) return void unreadable.set(first, failure.message)
    const suspects = left.length < ids.length ? 2 : Math.ceil(left.length / 2)
    for (const part of [left.slice(0, suspects), left.slice(suspects)]) {
      if (part.length > 0) yield* readSkippingUnreadable(unreadable, part, reading)
    }
  })

/** Parents by commit. */
type Parents = ReadonlyMap<ObjectId, ReadonlyArray<ObjectId>>

/** Orders everything reachable from the tips, children before parents. */
const newestFirst = (tips: ReadonlyArray<ObjectId>, parents: Parents): ReadonlyArray<ObjectId> => {
  const seen = new Set<ObjectId>()
  const ordered: Array<ObjectId> = []
  const stack = tips.map((id) => ({ id, isDone: false }))
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const { id, isDone } = next
    if (isDone) ordered.push(id)
    const parentIds = parents.get(id)
    if (isDone || seen.has(id) || parentIds === undefined) continue
    seen.add(id)
    stack.push({ id, isDone: true }, ...parentIds.map((parent) => ({ id: parent, isDone: false })))
  }
  return ordered.toReversed()
}

/**
 * Walks like `Git.walk`, but adds missing or damaged commits to `unreadable` and continues. Skips commits reachable only
 * through those. Takes the parents of indexed commits from the index, so that commits once read stay indexed.
 */
export const walkSkippingUnreadable = Effect.fn("Sync.walkSkippingUnreadable")(function* (
  unreadable: Unreadable,
  tips: ReadonlyArray<ObjectId>,
  indexed: Parents
) {
  const git = yield* Git
  const parents = new Map(indexed)
  const seen = new Set<ObjectId>()
  const unseen = (ids: Iterable<ObjectId>) => Array.from(new Set(ids)).filter((id) => !seen.has(id))
  for (let next = unseen(tips); next.length > 0;) {
    for (const id of next) seen.add(id)
    const unknown = next.filter((id) => !parents.has(id))
    const commits = unknown.length === 0 ? [] : yield* git.commits(unknown)
    for (const [at, id] of unknown.entries()) {
      const found = Option.getOrUndefined(commits[at] ?? Option.none())
      if (found === undefined) unreadable.set(id, missing(id))
      else parents.set(id, found.parents)
    }
    next = unseen(next.flatMap((id) => parents.get(id) ?? []))
  }
  return newestFirst(tips, parents)
})
