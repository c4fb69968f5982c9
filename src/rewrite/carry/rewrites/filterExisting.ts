import { Effect, Option } from "effect"
import type { ObjectId } from "../../../domain/ObjectId.ts"
import { Git } from "../../../adapters/git/Git.ts"

/** Which of these are commits of this repository. */
export const presentOf = Effect.fnUntraced(function* (ids: ReadonlyArray<ObjectId>) {
  const git = yield* Git
  const facts = yield* git.commits(ids)
  return new Set(ids.filter((_, index) => Option.isSome(facts[index] ?? Option.none())))
})
