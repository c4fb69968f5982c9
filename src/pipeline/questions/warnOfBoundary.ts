import { Effect } from "effect"
import type { ObjectId } from "../../domain/ObjectId.ts"
import { readBoundary } from "../../lineage/readBoundary.ts"

/** Warns of annotations of commits at the boundary of a shallow clone: git attributes to those all lines that are older. */
export const warnOfBoundary = Effect.fn("Pipeline.warnOfBoundary")(function* (
  shown: ReadonlyArray<{ readonly commit: ObjectId }>
) {
  if (shown.length === 0) return []
  const boundary = yield* readBoundary
  const ids = [...new Set(shown.map(({ commit }) => commit))].filter((commit) => boundary.has(commit))
  if (ids.length === 0) return []
  const names = ids.map((commit) => commit.slice(0, 10)).join(", ")
  return [
    `This clone is shallow, so that older lines count as those of ${names}, whose annotations may be of lines that were overwritten. Run 'git fetch --unshallow' to know.`
  ]
})
