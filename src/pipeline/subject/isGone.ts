import { Effect, Option } from "effect"
import { Git } from "../../adapters/git/Git.ts"
import { GitError } from "../../adapters/git/GitError.ts"
import type { ObjectId } from "../../domain/ObjectId.ts"

/** Whether an error means that the commit asked about was deleted meanwhile: no answer would be about it then. */
export const isGone = Effect.fn("Pipeline.isGone")(function* (error: unknown, commit: ObjectId) {
  if (!(error instanceof GitError) || error.reason._tag !== "ObjectMissing") return false
  if (error.reason.id === commit) return true
  const [found = Option.none()] = yield* (yield* Git).commits([commit])
  return Option.isNone(found)
})
