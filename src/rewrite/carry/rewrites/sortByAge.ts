import { Effect, Option } from "effect"
import type { ObjectId } from "../../../domain/ObjectId.ts"
import { Git } from "../../../adapters/git/Git.ts"
import { orderByAge } from "../../../lineage/orderByAge.ts"

/** Sorts the commits that exist by committer time, oldest first; those of the same second, as a rebase makes them, by ancestry. */
export const sortByAge = Effect.fnUntraced(function* (commits: ReadonlyArray<ObjectId>) {
  const facts = (yield* (yield* Git).commits(commits)).flatMap(Option.toArray)
  const compare = yield* orderByAge(new Map(facts.map(({ committerTime, id }) => [id, committerTime])))
  return facts.map(({ id }) => id).toSorted(compare)
})
