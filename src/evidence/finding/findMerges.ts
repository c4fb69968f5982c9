import { Effect } from "effect"
import { Git } from "../../adapters/git/Git.ts"
import type { ObjectId } from "../../domain/ObjectId.ts"

/** Maximum commits whose merges are looked for: each needs a walk. */
const maxCommits = 8

/**
 * Finds the merges that brought commits into the history of `head`: for each the oldest commit on the first-parent line
 * that descends from it. Commits on that line itself have none. Looks only at the first eight commits.
 */
export const findMerges = Effect.fn("Evidence.findMerges")(function* (
  head: ObjectId,
  commits: ReadonlyArray<ObjectId>
) {
  const git = yield* Git
  if (commits.length === 0) return new Map<ObjectId, ObjectId>()
  const line = new Set(yield* git.walk({ from: [head], firstParent: true }))
  const apart = commits.filter((commit) => !line.has(commit)).slice(0, maxCommits)
  const found = yield* Effect.forEach(
    apart,
    Effect.fnUntraced(function* (commit) {
      const descendants = yield* git.walk({ from: [head], exclude: [commit], descendants: true })
      const merge = descendants.findLast((id) => line.has(id))
      return merge === undefined ? [] : [[commit, merge] as const]
    }),
    { concurrency: 2 }
  )
  return new Map(found.flat())
})
