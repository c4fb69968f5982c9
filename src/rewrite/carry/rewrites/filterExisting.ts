import { Effect, Option } from "effect"
import type { ObjectId } from "../../../domain/ObjectId.ts"
import { Git } from "../../../adapters/git/Git.ts"

/** Returns those of the ids that are commits in this repository. */
export const filterExisting = Effect.fnUntraced(function* (ids: ReadonlyArray<ObjectId>) {
  const git = yield* Git
  const facts = yield* git.commits(ids)
  return new Set(ids.filter((_, index) => Option.isSome(facts[index] ?? Option.none())))
})
