import type { LineRange } from "../../../domain/LineRange.ts"
import type { DiffHunk } from "../../../adapters/git/FileDiff.ts"

/** The last unchanged line before a hunk. */
const lastBefore = ({ before }: DiffHunk): number => (before.count === 0 ? before.start : before.start - 1)

/** Maps a line through the hunks; a deleted line maps to the first or last line of its replacement. */
const followLine = (line: number, hunks: ReadonlyArray<DiffHunk>, edge: "start" | "end"): number => {
  let shifted = line
  for (const hunk of hunks) {
    const { after, before } = hunk
    if (line <= lastBefore(hunk)) break
    const isGone = line <= lastBefore(hunk) + before.count
    if (isGone && edge === "start") return after.count === 0 ? after.start + 1 : after.start
    if (isGone) return after.count === 0 ? after.start : after.start + after.count - 1
    shifted += after.count - before.count
  }
  return shifted
}

/**
 * Maps a range of lines to another version of a file. If all lines were deleted, returns the one line at or after their
 * position.
 */
export const followLines = (range: LineRange, hunks: ReadonlyArray<DiffHunk>): LineRange => {
  const start = followLine(range.start, hunks, "start")
  const end = Math.max(1, followLine(range.end, hunks, "end"))
  return { start: Math.min(start, end), end }
}

/** An unchanged range of lines, and its start in the other version. */
interface UnchangedPart {
  readonly lines: LineRange
  readonly start: number
}

/** Finds the parts of a range that are unchanged in the other version. */
export const unchangedParts = (range: LineRange, hunks: ReadonlyArray<DiffHunk>): ReadonlyArray<UnchangedPart> => {
  const parts: Array<UnchangedPart> = []
  let next = range.start
  let offset = 0
  const take = (end: number): void => {
    if (end >= next) parts.push({ lines: { start: next, end }, start: next + offset })
  }
  for (const hunk of hunks) {
    const { after, before } = hunk
    const last = lastBefore(hunk)
    if (last >= next) take(Math.min(last, range.end))
    next = Math.max(next, last + before.count + 1)
    offset += after.count - before.count
    if (next > range.end) return parts
  }
  take(range.end)
  return parts
}
