import { Context, Effect, Layer, Option, Schema } from "effect"
import { DiskCache } from "../store/DiskCache.ts"
import * as TypedCache from "../store/TypedCache.ts"
import { ObjectId } from "../domain/ObjectId.ts"
import { Git } from "../adapters/git/Git.ts"
import type { GitError } from "../adapters/git/GitError.ts"
import * as Memo from "./Memo.ts"
import { type PackedMerges, packMerges, unpackMerges } from "./packedMerges.ts"
import { storeIfUnchanged } from "./storeIfUnchanged.ts"

/** Identifies a history. */
interface HistoryKey {
  readonly head: ObjectId
  /** Fingerprint of everything else that git's walk depends on (`Git.blameContext`). */
  readonly context: string
}

/** Maximum histories in memory. A commit takes 24 bytes, or 36 in a SHA-256 repository. */
const maxHistories = 2

const formatKey = ({ context, head }: HistoryKey): string => `${context}\0${head}`

/**
 * Finds the merges that brought commits in, cached in memory and on disk. A history whose first-parent line goes on from
 * the one stored last has its merges, and those made since.
 */
export class Merges extends Context.Service<
  Merges,
  {
    /** Returns a function to look up the merge of a commit; none for commits on the first-parent line of `head`. */
    of(head: ObjectId): Effect.Effect<PackedMerges["mergeOf"], GitError>
  }
>()("ultragit/lineage/Merges") {
  static readonly layerNoDeps = Layer.effect(
    Merges,
    Effect.gen(function* () {
      const git = yield* Git
      const cache = yield* DiskCache
      const heads = yield* TypedCache.make("merges-2", Schema.fromJsonString(ObjectId))
      const readOwn = (history: HistoryKey) =>
        Effect.map(cache.get("merges-2", formatKey(history)), Option.flatMap(unpackMerges))

      /** Extends the merges stored last, if their history is a part of this one. */
      const extendLast = Effect.fnUntraced(function* (history: HistoryKey) {
        const last = yield* heads.get(history.context)
        if (Option.isNone(last)) return Option.none<PackedMerges>()
        const stored = yield* readOwn({ ...history, head: last.value })
        if (Option.isNone(stored)) return Option.none<PackedMerges>()
        const since = yield* git.mergesOf(history.head, last.value)
        // What is stored takes precedence: where clocks were wrong, git lists commits of the history that it was to leave out.
        return since.next === last.value
          ? Option.some(packMerges(new Map([...since.merges, ...stored.value.entries()])))
          : Option.none<PackedMerges>()
      })
      const store = Effect.fnUntraced(function* (history: HistoryKey, { bytes }: PackedMerges) {
        yield* cache.put("merges-2", formatKey(history), bytes)
        yield* heads.put(history.context, history.head)
      })
      const histories = yield* Memo.make({
        capacity: maxHistories,
        text: formatKey,
        lookup: Effect.fnUntraced(function* (history: HistoryKey) {
          const stored = yield* readOwn(history)
          if (Option.isSome(stored)) return stored.value
          const extended = yield* extendLast(history)
          const found = Option.isSome(extended)
            ? extended.value
            : packMerges((yield* git.mergesOf(history.head)).merges)
          yield* storeIfUnchanged(git, history.context, store(history, found))
          return found
        })
      })
      const of = Effect.fn("Merges.of")(function* (head: ObjectId) {
        const { mergeOf } = yield* histories.get({ head, context: yield* git.blameContext })
        return mergeOf
      })
      return Merges.of({ of })
    })
  )
}
