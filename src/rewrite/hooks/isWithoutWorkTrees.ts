import { readdirSync } from "node:fs"
import { join } from "node:path"
import { Effect, Option, Result } from "effect"
import { Git } from "../../adapters/git/Git.ts"

/** Whether no commit is made in a repository: it is bare, and has no linked work tree. */
export const isWithoutWorkTrees = Effect.gen(function* () {
  const { commonDirectory, workTree } = yield* (yield* Git).repository
  const linked = Result.getOrElse(
    Result.try(() => readdirSync(join(commonDirectory, "worktrees"))),
    (): ReadonlyArray<string> => []
  )
  return Option.isNone(workTree) && linked.length === 0
})
