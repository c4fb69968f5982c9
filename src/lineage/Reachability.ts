import { Context, Effect, Layer, Option, Semaphore } from "effect"
import { DiskCache } from "../store/DiskCache.ts"
import type { ObjectId } from "../domain/ObjectId.ts"
import { Git } from "../adapters/git/Git.ts"
import type { GitError } from "../adapters/git/GitError.ts"
import { packAncestors, type KnownAncestors, unpackAncestors } from "./packedAncestors.ts"
import { storeIfUnchanged } from "./storeIfUnchanged.ts"

/** Maximum boundary commits whose ancestors are in memory. */
const maxBoundaries = 256
/** Number of walks after which likely commits are looked up as well. */
const maxSingleWalks = 2
/** Maximum likely commits to look up in one walk. */
const maxBatchedCommits = 50_000

interface CommitSet {
  readonly size: number
  commits(): Iterable<ObjectId>
}

/** Known ancestors of the last requested head, shared on disk with other processes in the same worktree. */
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

  /**
   * Loads what is known for a head. Commits reachable from an ancestor stay reachable; the others must be checked
   * again. Replace refs and grafts invalidate both.
   */
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
    yield* storeIfUnchanged(git, context, cache.put("reachable-1", yield* cacheKey, packAncestors(reach)))
  })
  return { loadFor, put }
})

/** Finds out which commits are ancestors of another, and runs git only for unknown ones. */
export class Reachability extends Context.Service<
  Reachability,
  {
    /**
     * Returns those of `ids` that are `head` or its ancestors. A walk costs about the same for few commits as for many,
     * so after a few walks the `likely` next questions are looked up as well.
     */
    reachableFromHead(
      ids: Iterable<ObjectId>,
      head: ObjectId,
      likely?: CommitSet
    ): Effect.Effect<ReadonlySet<ObjectId>, GitError>
    /** Returns those of `ids` that are `boundary` or its ancestors, for any boundary commit. */
    reachableFrom(ids: Iterable<ObjectId>, boundary: ObjectId): Effect.Effect<ReadonlySet<ObjectId>, GitError>
  }
>()("ultragit/lineage/Reachability") {
  static readonly layerNoDeps = Layer.effect(
    Reachability,
    Effect.gen(function* () {
      const git = yield* Git
      const reach = yield* makeKnownAncestors
      const lock = yield* Semaphore.make(1)

      const reachableFromHead = Effect.fn("Reachability.reachableFromHead")(function* (
        ids: Iterable<ObjectId>,
        head: ObjectId,
        likely?: CommitSet
      ) {
        const requested = new Set(ids)
        if (requested.size === 0) return requested
        const { known, walks } = yield* reach.loadFor(head)
        const missing = [...requested].filter((id) => !known.has(id))
        if (missing.length === 0) return new Set([...requested].filter((id) => known.get(id) === true))
        const shouldBatch = walks >= maxSingleWalks && likely !== undefined && likely.size <= maxBatchedCommits
        const others = shouldBatch ? [...likely.commits()].filter((id) => !known.has(id)) : []
        const unknown = [...new Set([...missing, ...others])]
        const found = yield* git.reachable(unknown, head)
        const more = new Map([...known, ...unknown.map((id) => [id, found.has(id)] as const)])
        yield* reach.put({ head, walks: walks + 1, known: more })
        return new Set([...requested].filter((id) => more.get(id) === true))
      })

      const boundaries = new Map<string, Map<ObjectId, boolean>>()
      const reachableFrom = Effect.fn("Reachability.reachableFrom")(function* (
        ids: Iterable<ObjectId>,
        boundary: ObjectId
      ) {
        const key = `${yield* git.blameContext} ${boundary}`
        const known = boundaries.get(key) ?? new Map<ObjectId, boolean>()
        const requested = [...new Set(ids)]
        const unknown = requested.filter((id) => !known.has(id))
        const found = unknown.length === 0 ? new Set<ObjectId>() : yield* git.reachable(unknown, boundary)
        for (const id of unknown) known.set(id, found.has(id))
        if (boundaries.size >= maxBoundaries) boundaries.clear()
        boundaries.set(key, known)
        return new Set(requested.filter((id) => known.get(id) === true))
      })

      return Reachability.of({
        reachableFromHead: (ids, head, likely) => lock.withPermits(1)(reachableFromHead(ids, head, likely)),
        reachableFrom
      })
    })
  )
}
