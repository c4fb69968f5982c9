import { Effect, Option, Result } from "effect"
import type { ObjectId } from "../../domain/ObjectId.ts"
import { Git } from "../../adapters/git/Git.ts"
import { GitError, ObjectMissing } from "../../adapters/git/GitError.ts"

/** Commits that a sync could not read whole, and why: their objects are not here, or damaged. */
export type Unreadable = Map<ObjectId, string>

/**
 * So many unreadable commits are looked for one by one, which takes several git processes each. Where there are more
 * (a clone without blobs), what git did not reach before the first of them is passed over together.
 */
const mostSingled = 500

/** Whether git may do better with other commits. */
const isOfObjects = ({ reason }: GitError): boolean =>
  reason._tag === "ObjectMissing" || (reason._tag === "CommandFailed" && reason.exitCode === 128)

/** Reads commits and hands on what is told of each, in the order given. */
interface Reading<A> {
  readonly ask: (ids: ReadonlyArray<ObjectId>, take: (item: A) => void) => Effect.Effect<void, GitError>
  readonly decodeObjectId: (item: A) => ObjectId
  readonly take: (item: A) => void
}

const missing = (id: ObjectId): string => new GitError({ reason: new ObjectMissing({ id }) }).message

/**
 * Has git tell of commits, and passes over those that it cannot read. Git ends at the first of them, and does not say
 * which it was: it is among the first two that were not told, as one is told when the next begins; where none was told,
 * it is looked for by halves.
 */
export const readSkippingUnreadable = <A>(
  unreadable: Unreadable,
  ids: ReadonlyArray<ObjectId>,
  reading: Reading<A>
): Effect.Effect<void, GitError> =>
  Effect.gen(function* () {
    const told = new Set<ObjectId>()
    const asked = reading.ask(ids, (item) => {
      told.add(reading.decodeObjectId(item))
      reading.take(item)
    })
    const outcome = yield* Effect.result(asked)
    const left = ids.filter((id) => !told.has(id))
    if (Result.isSuccess(outcome)) return left.forEach((id) => unreadable.set(id, missing(id)))
    const { failure } = outcome
    if (!isOfObjects(failure)) return yield* failure
    if (unreadable.size >= mostSingled) return left.forEach((id) => unreadable.set(id, failure.message))
    const [first] = left
    if (first === undefined) return yield* failure
    if (left.length === 1) return void unreadable.set(first, failure.message)
    const suspects = left.length < ids.length ? 2 : Math.ceil(left.length / 2)
    for (const part of [left.slice(0, suspects), left.slice(suspects)]) {
      if (part.length > 0) yield* readSkippingUnreadable(unreadable, part, reading)
    }
  })

/** Parents by commit. */
export type Parents = ReadonlyMap<ObjectId, ReadonlyArray<ObjectId>>

/** All that tips lead to, parents after children; each is looked at once. */
const newestFirst = (tips: ReadonlyArray<ObjectId>, parents: Parents): ReadonlyArray<ObjectId> => {
  const seen = new Set<ObjectId>()
  const ordered: Array<ObjectId> = []
  const open = tips.map((id) => ({ id, isDone: false }))
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { id, isDone } = next
    if (isDone) ordered.push(id)
    const of = parents.get(id)
    if (isDone || seen.has(id) || of === undefined) continue
    seen.add(id)
    open.push({ id, isDone: true }, ...of.map((parent) => ({ id: parent, isDone: false })))
  }
  return ordered.toReversed()
}

/**
 * What `Git.walk` gives, also where a commit on the way is not here or damaged: it goes to `unreadable`, and with it what
 * nothing else leads to. Of commits that are indexed the index tells the parents, so that what was read once stays.
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
    const facts = unknown.length === 0 ? [] : yield* git.commits(unknown)
    for (const [at, id] of unknown.entries()) {
      const found = Option.getOrUndefined(facts[at] ?? Option.none())
      if (found === undefined) unreadable.set(id, missing(id))
      else parents.set(id, found.parents)
    }
    next = unseen(next.flatMap((id) => parents.get(id) ?? []))
  }
  return newestFirst(tips, parents)
})
