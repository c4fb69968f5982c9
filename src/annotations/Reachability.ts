import { Context, Effect, Layer, Semaphore } from "effect"
import type { ObjectId } from "../domain/ObjectId.ts"
import { Git } from "../git/Git.ts"
import type { GitError } from "../git/GitError.ts"

/** Commits whose ancestors are kept in memory beside those of the one asked about. */
const keptBoundaries = 256
/** Walks for single questions after which one for all is cheaper. */
const singleWalks = 2
/** More annotated commits than these are not asked about together. */
const mostTogether = 50_000

interface Likely {
  readonly size: number
  commits(): Iterable<ObjectId>
}

/** Knows which commits are ancestors of the one asked about; asks git only for what it does not know yet. */
export class Reachability extends Context.Service<
  Reachability,
  {
    /**
     * Those of `ids` that are `from` or its ancestors. A walk costs about the same for few as for many: once questions
     * go on coming, `likely`, those that may be asked about next, are looked up along with them.
     */
    among(ids: Iterable<ObjectId>, from: ObjectId, likely?: Likely): Effect.Effect<ReadonlySet<ObjectId>, GitError>
    /** The same for any commit of the past. */
    before(ids: Iterable<ObjectId>, boundary: ObjectId): Effect.Effect<ReadonlySet<ObjectId>, GitError>
  }
>()("ultragit/annotations/Reachability") {
  static readonly layerNoDeps = Layer.effect(
    Reachability,
    Effect.gen(function* () {
      const git = yield* Git
      const lock = yield* Semaphore.make(1)
      let head: ObjectId | undefined
      let context = ""
      let walks = 0
      let known = new Map<ObjectId, boolean>()

      // What was reachable from an ancestor still is; what was not may be now. Replacements and grafts change both.
      const moveTo = Effect.fnUntraced(function* (from: ObjectId) {
        const now = yield* git.blameContext
        if (head === from && context === now) return
        const ahead = head !== undefined && context === now && (yield* git.reachable([head], from)).has(head)
        known = new Map(ahead ? [...known].filter(([, reachable]) => reachable) : [])
        head = from
        context = now
        walks = 0
      })

      const among = Effect.fn("Reachability.among")(function* (
        ids: Iterable<ObjectId>,
        from: ObjectId,
        likely?: Likely
      ) {
        const asked = new Set(ids)
        yield* moveTo(from)
        const missing = [...asked].filter((id) => !known.has(id))
        if (missing.length > 0) {
          const together = walks >= singleWalks && likely !== undefined && likely.size <= mostTogether
          const others = together ? [...likely.commits()].filter((id) => !known.has(id)) : []
          const unknown = [...new Set([...missing, ...others])]
          const found = yield* git.reachable(unknown, from)
          walks += 1
          for (const id of unknown) known.set(id, found.has(id))
        }
        return new Set([...asked].filter((id) => known.get(id) === true))
      })

      const boundaries = new Map<string, Map<ObjectId, boolean>>()
      const before = Effect.fn("Reachability.before")(function* (ids: Iterable<ObjectId>, boundary: ObjectId) {
        const key = `${yield* git.blameContext} ${boundary}`
        const kept = boundaries.get(key) ?? new Map<ObjectId, boolean>()
        const asked = [...new Set(ids)]
        const unknown = asked.filter((id) => !kept.has(id))
        const found = unknown.length === 0 ? new Set<ObjectId>() : yield* git.reachable(unknown, boundary)
        for (const id of unknown) kept.set(id, found.has(id))
        if (boundaries.size >= keptBoundaries) boundaries.clear()
        boundaries.set(key, kept)
        return new Set(asked.filter((id) => kept.get(id) === true))
      })

      return Reachability.of({ among: (ids, from, likely) => lock.withPermits(1)(among(ids, from, likely)), before })
    })
  )
}
