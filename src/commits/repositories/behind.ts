import { Effect } from "effect"
import type { RefTip } from "../../git/CommitChange.ts"
import { Git } from "../../git/Git.ts"
import type { Registration } from "../Registration.ts"
import { selectRefs } from "../sync/selectRefs.ts"

const distinct = (refs: ReadonlyArray<RefTip>) => [...new Set(refs.map(({ commit }) => commit))]

/** How many commits a repository has that its refs did not lead to when it was indexed; all of them where those are gone. */
export const commitsSince = Effect.fnUntraced(function* ({ selection }: Registration, indexed: ReadonlyArray<RefTip>) {
  const git = yield* Git
  const without = distinct(indexed)
  const from = distinct(yield* selectRefs(selection)).filter((id) => !without.includes(id))
  if (from.length === 0) return 0
  return (yield* Effect.catchTag(git.walk({ from, without }), "GitError", () => git.walk({ from }))).length
})
