import { Effect } from "effect"
import type { PathChange } from "../../adapters/git/CommitChange.ts"
import { Git } from "../../adapters/git/Git.ts"
import { maxCommits } from "./churn.ts"

/** Counts how many of the newest commits changed the content of each file, by the path that it has now. */
export const countChanges = Effect.fn("Evolution.countChanges")(function* () {
  const git = yield* Git
  const commit = yield* git.resolveCommit("HEAD")
  const current = new Map<string, string>()
  const counts = new Map<string, number>()
  const take = ({ files }: PathChange) => {
    for (const { isEdited, path: then, renamedFrom } of files) {
      const path = current.get(then) ?? then
      if (renamedFrom !== undefined) current.set(renamedFrom, path)
      if (isEdited) counts.set(path, (counts.get(path) ?? 0) + 1)
    }
  }
  yield* git.pathChanges({ commit, maxCount: maxCommits }, take)
  return counts
})
