import { Effect, Option, Result } from "effect"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { Git } from "../adapters/git/Git.ts"
import { inspectPath } from "../adapters/git/process/FileFingerprint.ts"

/**
 * Reads which commits are at the boundary of a shallow clone; none in other repositories. Git shows them without parents, even
 * where a parent is there because another branch has it, and so attributes to them everything that is older. A pipe in place
 * of git's list would hold up the thread.
 */
export const readBoundary = Effect.gen(function* () {
  const { commonDirectory } = yield* (yield* Git).repository
  const path = join(commonDirectory, "shallow")
  const isFile = Option.exists(yield* inspectPath(path), ({ kind }) => kind === "file")
  const list = isFile
    ? Result.getOrElse(
        Result.try(() => readFileSync(path, "latin1")),
        () => ""
      )
    : ""
  const boundary: ReadonlySet<string> = new Set(list.split(/\s+/).filter(Boolean))
  return boundary
}).pipe(Effect.withSpan("Lineage.readBoundary"))
