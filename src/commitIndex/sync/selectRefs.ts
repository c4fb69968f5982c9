import { Effect, Option } from "effect"
import { makePathFilter } from "../../config/PathFilter.ts"
import type { RefTip } from "../../adapters/git/CommitChange.ts"
import { Git } from "../../adapters/git/Git.ts"
import type { Selection } from "../model/Registration.ts"

const branchPrefixes = ["refs/heads/", "refs/remotes/"]
const allPrefixes = [...branchPrefixes, "refs/tags/"]

/** `refs/heads/a/b` and `refs/remotes/origin/a/b` are both the branch `a/b`. */
const branchOf = (ref: string): string => ref.replace(/^refs\/(?:heads\/|remotes\/[^/]+\/)/, "")

/** The refs whose commits are indexed: the chosen branches, or all branches and tags. */
export const selectRefs = Effect.fnUntraced(function* ({ branches }: Selection) {
  const git = yield* Git
  if (branches.length === 0) return yield* git.refs(allPrefixes)
  const isChosen = makePathFilter(
    branches.map((branch) => `/${branch}`),
    []
  )
  const refs = yield* git.refs(branchPrefixes)
  return refs.filter(({ name }: RefTip) => Option.isNone(isChosen(branchOf(name))))
})
