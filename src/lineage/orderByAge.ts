import { Effect, Option } from "effect"
import type { ObjectId } from "../domain/ObjectId.ts"
import { Git } from "../adapters/git/Git.ts"
import { isMissingObject } from "../adapters/git/GitError.ts"

/** Lists commits of the same second in the order of git's walk, descendants first, as far as the objects for it are there. */
const walkTied = Effect.fnUntraced(function* (tied: ReadonlyArray<ObjectId>) {
  const git = yield* Git
  const found = (yield* git.commits(tied)).flatMap(Option.toArray)
  const oldest = found.reduce((time, { committerTime }) => Math.min(time, committerTime), Number.POSITIVE_INFINITY)
  const from = found.map(({ id }) => id)
  return yield* git
    .walk({ from, since: `@${oldest} +0000` })
    .pipe(Effect.catchIf(isMissingObject, () => Effect.succeed([])))
})

/** More seconds are walked together: one walk of the history between them takes less time than so many short ones. */
const maxSeparateWalks = 50

/**
 * Returns a function that compares commits by time, oldest first; those of the same second by ancestry. `times`: of each
 * commit, in one unit.
 */
export const orderByAge = Effect.fn("Lineage.orderByAge")(function* (times: ReadonlyMap<ObjectId, number>) {
  const tied = [...Map.groupBy(times.keys(), (id) => times.get(id)).values()].filter(({ length }) => length > 1)
  const together = tied.length > maxSeparateWalks ? yield* walkTied(tied.flat()) : []
  const walks = together.length > 0 ? [together] : yield* Effect.forEach(tied, walkTied)
  const ranks = new Map(walks.flatMap((walked) => walked.map((id, rank) => [id, rank] as const)))
  const timeOf = (id: ObjectId): number => times.get(id) ?? 0
  // Not found where clocks were wrong: then it is an ancestor of older commits.
  const rankOf = (id: ObjectId): number => ranks.get(id) ?? Number.MAX_SAFE_INTEGER
  return (a: ObjectId, b: ObjectId): number =>
    timeOf(a) - timeOf(b) || rankOf(b) - rankOf(a) || (a === b ? 0 : a < b ? -1 : 1)
})
