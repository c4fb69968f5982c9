import { Effect } from "effect"
import type { BlameHunk } from "../../adapters/git/Git.ts"
import { compareEvidence, type Evidence } from "../../domain/Evidence.ts"
import type { LineRange } from "../../domain/LineRange.ts"
import type { Origins, Place } from "../finding/findOrigins.ts"
import type { RefTip } from "../../adapters/git/CommitChange.ts"
import { joinMerges } from "./joinMerges.ts"
import { KeptOrigins } from "./KeptOrigins.ts"
import { quoteOrigins } from "./quoteOrigins.ts"
import { removeRepeated } from "./removeRepeated.ts"

/** What history and other tools' notes say of lines. */
export interface FoundEvidence {
  /** In the order of their worth. */
  readonly entries: ReadonlyArray<Evidence>
  /** Commits that were passed because they say nothing of the lines. */
  readonly passed: Origins["passed"]
  /** Parts of other tools' notes that could not be understood. */
  readonly skippedNotes: number
  /** Commits with smaller shares of the lines that were not read. */
  readonly omittedCommits: number
  /** Whether lines are as old as the boundary of a shallow clone, or older. */
  readonly isCutOff: boolean
  /** Which object a partial clone lacks for the rest. */
  readonly missing: Origins["missing"]
}

/**
 * Finds what history and other tools' notes say of lines, verbatim (spec evidence). Every committed line has at least
 * the commit that last changed it, if its object is there. `hunks`: the blame of the file. `refs`: those of other
 * tools' notes. The same repository gives the same entries: nothing depends on the clock or the network.
 */
export const findEvidence = Effect.fn("Evidence.find")(function* (
  place: Place,
  hunks: ReadonlyArray<BlameHunk>,
  ranges: ReadonlyArray<LineRange>,
  refs: ReadonlyArray<RefTip>
) {
  const { documents, isCutOff, missing, omittedCommits, origins, passed } = yield* (yield* KeptOrigins).find(
    place,
    hunks,
    ranges
  )
  const { broughtBy, entries, reverted, skippedNotes } = yield* quoteOrigins({
    head: place.commit,
    path: place.path,
    origins,
    documents,
    refs
  })
  // What a revert took back is there again where another commit reverts the revert.
  const standing = entries.filter(
    ({ commit, kind }) => kind !== "revert" || !reverted.some((id) => commit.startsWith(id))
  )
  return {
    entries: joinMerges(removeRepeated(standing), broughtBy).toSorted(compareEvidence),
    passed,
    skippedNotes,
    omittedCommits,
    isCutOff,
    missing
  } satisfies FoundEvidence
})
