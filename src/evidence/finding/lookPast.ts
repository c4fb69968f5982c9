import { Effect, Option } from "effect"
import type { BlameHunk } from "../../adapters/git/Git.ts"
import { intersect, type LineRange, shift, size, joinRanges } from "../../domain/LineRange.ts"
import type { ObjectId } from "../../domain/ObjectId.ts"
import { Blame } from "../../lineage/Blame.ts"

/** A hunk of committed lines. */
export interface CommittedHunk extends Omit<BlameHunk, "commit"> {
  readonly commit: ObjectId
}

/** Commits whose lines are followed from the commit itself; for more, one blame of the whole file may cost less. */
const maxSeparate = 2
/** Ranges of lines of one commit that fit in a command. */
const maxRanges = 500

/** Returns the committed parts of hunks that are in some of the ranges. */
export const clipToRanges = (
  hunks: ReadonlyArray<BlameHunk>,
  ranges: ReadonlyArray<LineRange>
): ReadonlyArray<CommittedHunk> =>
  hunks.flatMap(({ commit, lines, originStart, path }) =>
    Option.isNone(commit)
      ? []
      : ranges
          .flatMap((range) => Option.toArray(intersect(lines, range)))
          .map((part) => ({
            commit: commit.value,
            path,
            lines: part,
            originStart: originStart + part.start - lines.start
          }))
  )

/** The lines of a hunk as its commit numbers them. */
export const toOriginLines = ({ lines, originStart }: CommittedHunk): LineRange => ({
  start: originStart,
  end: originStart + size(lines) - 1
})

const keyOf = ({ commit, path }: CommittedHunk): string => `${commit} ${path}`

/** Replaces a hunk by what a blame of its commit says of the same lines. */
const replaceHunk = (hunk: CommittedHunk, behind: ReadonlyArray<BlameHunk>): ReadonlyArray<CommittedHunk> =>
  clipToRanges(behind, [toOriginLines(hunk)]).map((part) => ({
    ...part,
    lines: shift(part.lines, hunk.lines.start - hunk.originStart)
  }))

/**
 * Replaces the hunks of some commits by those of the commits behind them, as if git had blamed the file with these commits
 * ignored. Blames only their lines, from each commit on, so that newer history is not walked again: what is behind a line does
 * not depend on how it came to the commit. None where there are so many commits or ranges that the whole file is blamed sooner.
 */
export const lookPast = Effect.fn("Evidence.lookPast")(function* (
  hunks: ReadonlyArray<CommittedHunk>,
  commits: ReadonlySet<ObjectId>,
  ignore: ReadonlyArray<ObjectId>
) {
  const blame = yield* Blame
  const groups = Map.groupBy(
    hunks.filter(({ commit }) => commits.has(commit)),
    keyOf
  )
  const targets = [...groups.values()].flatMap((group) =>
    group.slice(0, 1).map(({ commit, path }) => ({ commit, path, lines: joinRanges(group.map(toOriginLines)), ignore }))
  )
  const isFitting = targets.every(({ lines, path }) => lines.length <= maxRanges && path.isWellFormed())
  if (targets.length > maxSeparate || !isFitting) return Option.none<ReadonlyArray<CommittedHunk>>()
  const found = yield* Effect.forEach(targets, (target) => blame.ignoringHunks(target), { concurrency: 2 })
  const behind = new Map([...groups.keys()].map((key, at) => [key, found[at]]))
  return Option.some(
    hunks.flatMap((hunk) => {
      const replaced = behind.get(keyOf(hunk))
      return replaced === undefined ? [hunk] : replaceHunk(hunk, replaced)
    })
  )
})
