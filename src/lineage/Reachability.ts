import { Context, Effect, Layer, Option, Semaphore } from "effect"
import { DiskCache } from "../store/DiskCache.ts"
import type { ObjectId } from "../domain/ObjectId.ts"
import { Git } from "../adapters/git/Git.ts"
import type { GitError } from "../adapters/git/GitError.ts"
import { packAncestors, type KnownAncestors, unpackAncestors } from "./packedAncestors.ts"

/** Commits whose ancestors are kept in memory beside those of the one asked about. */
const maxBoundaries = 256
/** Walks for single questions after which one for all is cheaper. */
const maxSingleWalks = 2
/** More annotated commits than these are not asked about together. */
const maxBatchedCommits = 50_000

interface CommitSet {
  readonly size: number
  commits(): Iterable<ObjectId>
}

/** What is known of the commit asked about last; also by processes before, of the same work tree. */
const makeKnownAncestors = Effect.gen(function* () {
  const git = yield* Git
  const cache = yield* DiskCache
  let context = ""
  let last: KnownAncestors | undefined

  const cacheKey = Effect.map(git.repository, ({ gitDirectory }) => `${gitDirectory}\0${context}`)
  const kept = Effect.gen(function* () {
    const found = Option.flatMap(yield* cache.get("reachable-1", yield* cacheKey), unpackAncestors)
    return Option.getOrUndefined(found)
  })

  /** What was reachable from an ancestor still is; what was not may be now. Replacements and grafts change both. */
  const loadFor = Effect.fnUntraced(function* (head: ObjectId) {
    const now = yield* git.blameContext
    if (context !== now) last = undefined
    context = now
    const before = last ?? (yield* kept)
    if (before?.head === head) return (last = before)
    const isAhead = before !== undefined && (yield* git.reachable([before.head], head)).has(before.head)
    const known = new Map(isAhead ? [...before.known].filter(([, reachable]) => reachable) : [])
    return (last = { head, walks: 0, known })
  })

  const put = Effect.fnUntraced(function* (reach: KnownAncestors) {
    last = reach
    yield* cache.put("reachable-1", yield* cacheKey, packAncestors(reach))
  })
  return { from: loadFor, put }
})

/** Knows which commits are ancestors of the one asked about; asks git only for what it does not know yet. */
export class Reachability extends Context.Service<
  Reachability,
  {
    /**
     * Those of `ids` that are `from` or its ancestors. A walk costs about the same for few as for many: once questions
     * go on coming, `likely`, those that may be asked about next, are looked up along with them.
     */
    reachableFromHead(
      ids: Iterable<ObjectId>,
      from: ObjectId,
      likely?: CommitSet
    ): Effect.Effect<ReadonlySet<ObjectId>, GitError>
    /** The same for any commit of the past. */
    reachableFrom(ids: Iterable<ObjectId>, boundary: ObjectId): Effect.Effect<ReadonlySet<ObjectId>, GitError>
  }
>()("ultragit/lineage/Reachability") {
  static readonly layerNoDeps = Layer.effect(
    Reachability,
    Effect.gen(function* () {
      const git = yield* Git
      const reach = yield* makeKnownAncestors
      const lock = yield* Semaphore.make(1)

      const among = Effect.fn("Reachability.among")(function* (
        ids: Iterable<ObjectId>,
        from: ObjectId,
        likely?: CommitSet
      ) {
        const asked = new Set(ids)
        if (asked.size === 0) return asked
        const { head, known, walks } = yield* reach.from(from)
        const missing = [...asked].filter((id) => !known.has(id))
        if (missing.length === 0) return new Set([...asked].filter((id) => known.get(id) === true))
        const shouldBatch = walks >= maxSingleWalks && likely !== undefined && likely.size <= maxBatchedCommits
        const others = shouldBatch ? [...likely.commits()].filter((id) => !known.has(id)) : []
        const unknown = [...new Set([...missing, ...others])]
        const found = yield* git.reachable(unknown, from)
        const more = new Map([...known, ...unknown.map((id) => [id, found.has(id)] as const)])
        yield* reach.put({ head, walks: walks + 1, known: more })
        return new Set([...asked].filter((id) => more.get(id) === true))
      })

      const boundaries = new Map<string, Map<ObjectId, boolean>>()
      const before = Effect.fn("Reachability.before")(function* (ids: Iterable<ObjectId>, boundary: ObjectId) {
        const key = `${yield* git.blameContext} ${boundary}`
        const kept = boundaries.get(key) ?? new Map<ObjectId, boolean>()
        const asked = [...new Set(ids)]
        const unknown = asked.filter((id) => !kept.has(id))
        const found = unknown.length === 0 ? new Set<ObjectId>() : yield* git.reachable(unknown, boundary)
        for (const id of unknown) kept.set(id, found.has(id))
        if (boundaries.size >= maxBoundaries) boundaries.clear()
        boundaries.set(key, kept)
        return new Set(asked.filter((id) => kept.get(id) === true))
      })

      return Reachability.of({
        reachableFromHead: (ids, from, likely) => lock.withPermits(1)(among(ids, from, likely)),
        reachableFrom: before
      })
    })
  )
}
