import { Effect } from "effect"
import { Git } from "../../adapters/git/Git.ts"
import type { ObjectId } from "../../domain/ObjectId.ts"

/**
 * Finds the commits that change at least so many files, a renamed file counted once. Git needs long to find renames in a
 * commit that changes thousands of files, so they are looked for only where they decide: without them a renamed file is two.
 */
export const findBroad = Effect.fn("Evidence.findBroad")(function* (ids: ReadonlyArray<ObjectId>, minFiles: number) {
  const git = yield* Git
  const broad = new Set<ObjectId>()
  const undecided: Array<ObjectId> = []
  yield* git.changes(
    ids,
    ({ files, id }) => {
      if (files.length >= 2 * minFiles) broad.add(id)
      else if (files.length >= minFiles) undecided.push(id)
    },
    { renames: false }
  )
  yield* git.changes(undecided, ({ files, id }) => {
    if (files.length >= minFiles) broad.add(id)
  })
  return broad
})
