import { Effect, Option } from "effect"
import type { Git } from "../adapters/git/Git.ts"
import type { GitError } from "../adapters/git/GitError.ts"
import type { TypedCache } from "../store/TypedCache.ts"
import * as Memo from "./Memo.ts"
import { storeIfUnchanged } from "./storeIfUnchanged.ts"

/** Answers of walks over history, in memory and on disk. */
export interface KeptWalks<Walk, A> {
  get(walk: Walk): Effect.Effect<A, GitError>
  /** Returns the answer if it is in memory or on disk, without a walk. */
  peek(walk: Walk): Effect.Effect<Option.Option<A>>
}

/** Makes a cache in memory over one on disk, for walks that `find` answers. */
export const makeKeptWalks = Effect.fnUntraced(function* <Walk extends { readonly context: string }, A, Packed>(
  git: Git["Service"],
  options: {
    readonly capacity: number
    readonly weight?: Memo.Weight<A>
    readonly text: (walk: Walk) => string
    readonly disk: TypedCache<Packed>
    readonly pack: (answer: A) => Packed
    /** None where the packed answer is damaged. */
    readonly unpack: (packed: Packed) => Option.Option<A>
    readonly find: (walk: Walk) => Effect.Effect<A, GitError>
  }
) {
  const { disk, find, pack, unpack, ...limits } = options
  const readDisk = (text: string) => Effect.map(disk.get(text), Option.flatMap(unpack))
  const memo = yield* Memo.make({
    ...limits,
    lookup: Effect.fnUntraced(function* (walk: Walk, text) {
      const kept = yield* readDisk(text)
      if (Option.isSome(kept)) return kept.value
      const found = yield* find(walk)
      yield* storeIfUnchanged(git, walk.context, disk.put(text, pack(found)))
      return found
    })
  })
  const peek = Effect.fnUntraced(function* (walk: Walk) {
    const known = yield* memo.peek(walk)
    if (Option.isSome(known)) return known
    const kept = yield* readDisk(limits.text(walk))
    if (Option.isSome(kept)) yield* memo.put(walk, kept.value)
    return kept
  })
  return { get: memo.get, peek } satisfies KeptWalks<Walk, A>
})
