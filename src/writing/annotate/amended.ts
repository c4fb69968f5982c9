import { Effect, Option } from "effect"
import type { CommitMetadata } from "../../adapters/git/CommitChange.ts"
import type { ObjectId } from "../../domain/ObjectId.ts"
import { Git } from "../../adapters/git/Git.ts"

/**
 * Finds the commit that was amended to this one: the previous HEAD in the reflog, if it has the same parents. None for other
 * commits, and where the reflog does not go back far enough.
 */
export const findAmendedCommit = Effect.fnUntraced(function* ({ id, parents }: CommitMetadata) {
  const git = yield* Git
  const moves = yield* Effect.orElseSucceed(git.reflog("HEAD"), (): ReadonlyArray<ObjectId> => [])
  const made = moves.lastIndexOf(id)
  const before = made === -1 ? undefined : moves[made + 1]
  if (before === undefined || parents.includes(before)) return Option.none<ObjectId>()
  const [found = Option.none()] = yield* git.commits([before])
  return Option.filter(found, (commit) => commit.parents.join() === parents.join()).pipe(
    Option.map((commit) => commit.id)
  )
})
