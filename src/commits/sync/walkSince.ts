import { Effect } from "effect"
import type { ObjectId } from "../../domain/ObjectId.ts"
import { Git } from "../../git/Git.ts"
import type { Registration } from "../Registration.ts"
import { selectRefs } from "./selectRefs.ts"

/** Commits that a repository has now and may not have had when it was indexed. */
export const walkSince = Effect.fnUntraced(function* (registration: Registration, without: ReadonlyArray<ObjectId>) {
  const git = yield* Git
  const tips = new Set((yield* selectRefs(registration.selection)).map(({ commit }) => commit))
  for (const id of without) tips.delete(id)
  const from = [...tips]
  if (from.length === 0) return []
  // What was indexed last may be gone for good: after a force-push and `git gc`.
  return yield* Effect.catchTag(git.walk({ from, without }), "GitError", () => git.walk({ from }))
})
