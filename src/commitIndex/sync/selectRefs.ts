import { Effect, Option } from "effect"
import { makePathFilter } from "../../config/PathFilter.ts"
import type { RefTip } from "../../adapters/git/CommitChange.ts"
import { Git } from "../../adapters/git/Git.ts"
import type { Selection } from "../model/Registration.ts"

const branchPrefixes = ["refs/heads/", "refs/remotes/"]
const allPrefixes = [...branchPrefixes, "refs/tags/"]

/** Returns the branch name of a ref: `a/b` for both `refs/heads/a/b` and `refs/remotes/origin/a/b`. */
const branchName = (ref: string): string => ref.replace(/^refs\/(?:heads\/|remotes\/[^/]+\/)/, "")

/** Lists the refs to index: the selected branches, or all branches and tags. */
export const selectRefs = Effect.fnUntraced(function* ({ branches }: Selection) {
  const git = yield* Git
  if (branches.length === 0) return yield* git.refs(allPrefixes)
  const matchBranch = makePathFilter(
    branches.map((branch) => `/${branch}`),
    []
  )
  const refs = yield* git.refs(branchPrefixes)
  return refs.filter(({ name }: RefTip) => Option.isNone(matchBranch(branchName(name))))
})
