import { Effect } from "effect"
import type { PathChange } from "../../adapters/git/CommitChange.ts"
import { Git } from "../../adapters/git/Git.ts"
import { maxCommits } from "./churn.ts"

/**
 * Lists when the newest commits changed the content of each file, by the path that it has now: committer times in seconds
 * since 1970, newest first.
 */
export const listChanges = Effect.fn("Evolution.listChanges")(function* () {
  const git = yield* Git
  const commit = yield* git.resolveCommit("HEAD")
  const current = new Map<string, string>()
  const times = new Map<string, Array<number>>()
  const take = ({ committerTime, files }: PathChange) => {
    for (const { isEdited, path: then, renamedFrom } of files) {
      const path = current.get(then) ?? then
      if (renamedFrom !== undefined) current.set(renamedFrom, path)
      if (!isEdited) continue
      const known = times.get(path)
      if (known === undefined) times.set(path, [committerTime])
      else known.push(committerTime)
    }
  }
  yield* git.pathChanges({ commit, maxCount: maxCommits }, take)
  const found: ReadonlyMap<string, ReadonlyArray<number>> = times
  return found
})
