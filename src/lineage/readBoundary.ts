import { Effect, Result } from "effect"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { Git } from "../adapters/git/Git.ts"

/**
 * Reads which commits are at the boundary of a shallow clone; none in other repositories. Git shows them without parents, even
 * where a parent is there because another branch has it, and so attributes to them everything that is older.
 */
export const readBoundary = Effect.gen(function* () {
  const { commonDirectory } = yield* (yield* Git).repository
  const file = Result.try(() => readFileSync(join(commonDirectory, "shallow"), "utf8"))
  const boundary: ReadonlySet<string> = new Set(
    Result.getOrElse(file, () => "")
      .split(/\s+/)
      .filter(Boolean)
  )
  return boundary
}).pipe(Effect.withSpan("Lineage.readBoundary"))
