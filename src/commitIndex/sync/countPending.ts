import { Effect, Option } from "effect"
import type { ObjectId } from "../../domain/ObjectId.ts"
import { Git } from "../../adapters/git/Git.ts"
import type { IndexedState } from "../lookups/unindexed.ts"
import type { Registration } from "../model/Registration.ts"
import { computeBasis, makeAuthorFilter } from "./basis.ts"
import { selectRefs } from "./selectRefs.ts"

/** Commits looked up at once. */
const atOnce = 2_000

/** How the index is asked about one repository, by whoever reads it. */
export interface IndexAccess<E> {
  readonly indexed: Effect.Effect<IndexedState, E>
  /** Those of these commits that are indexed neither of the repository nor of the one it is a fork of. */
  readonly unindexed: (ids: ReadonlyArray<ObjectId>) => Effect.Effect<ReadonlyArray<ObjectId>, E>
}

/** Those that the repository still has. */
const here = Effect.fnUntraced(function* (ids: ReadonlyArray<ObjectId>) {
  const git = yield* Git
  const found = yield* git.commits(ids)
  return ids.filter((_, index) => Option.isSome(found[index] ?? Option.none()))
})

/** Commits that the chosen refs lead to and that may not be indexed: where the index is sound only what is new. */
const walkSince = Effect.fnUntraced(function* (
  { selection }: Registration,
  { basis, isUnfinished, tips }: IndexedState
) {
  const git = yield* Git
  const refs = yield* selectRefs(selection)
  const without = isUnfinished || basis !== (yield* computeBasis(selection)) ? [] : tips
  const known = new Set(without)
  const from = [...new Set(refs.map(({ commit }) => commit))].filter((id) => !known.has(id))
  if (from.length === 0) return []
  // What was indexed last may be gone for good: after a force-push and `git gc`.
  const fromWhatIsHere = Effect.flatMap(here(without), (left) => git.walk({ from, exclude: left }))
  return yield* Effect.catchTag(git.walk({ from, exclude: without }), "GitError", () => fromWhatIsHere)
})

/** How many commits of a repository a sync would index now, whole or for their patches alone; nothing is written. */
export const countPending = Effect.fn("Sync.behind")(function* <E>(registration: Registration, index: IndexAccess<E>) {
  const git = yield* Git
  const { author } = registration.selection
  const isWanted = makeAuthorFilter(author)
  const indexed = yield* index.indexed
  const ids = yield* walkSince(registration, indexed)
  let count = indexed.pendingPatches
  for (let start = 0; start < ids.length; start += atOnce) {
    const lacking = yield* index.unindexed(ids.slice(start, start + atOnce))
    const commits = author === null ? [] : yield* git.commits(lacking)
    count +=
      author === null ? lacking.length : commits.filter(Option.exists((commit) => isWanted(commit.author))).length
  }
  return count
})
