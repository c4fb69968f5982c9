import { Effect, Option } from "effect"
import type { CommitMetadata } from "../../adapters/git/CommitChange.ts"
import type { ObjectId } from "../../domain/ObjectId.ts"
import { Git } from "../../adapters/git/Git.ts"

/**
 * The commit that an amend made this one of, by HEAD's reflog: what HEAD was before it, with the same parents. None where
 * it was made in another way, or the reflog no longer goes back so far.
 */
export const amendedFrom = Effect.fnUntraced(function* ({ id, parents }: CommitMetadata) {
  const git = yield* Git
  const moves = yield* Effect.orElseSucceed(git.reflog("HEAD"), (): ReadonlyArray<ObjectId> => [])
  const made = moves.lastIndexOf(id)
  const before = made === -1 ? undefined : moves[made + 1]
  if (before === undefined || before === id || parents.includes(before)) return Option.none<ObjectId>()
  const [facts = Option.none()] = yield* git.commits([before])
  return Option.filter(facts, (found) => found.parents.join() === parents.join()).pipe(Option.map((found) => found.id))
})
