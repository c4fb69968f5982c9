import type { LineRange } from "../../../domain/LineRange.ts"
import type { DiffHunk } from "../../../adapters/git/FileDiff.ts"

/** The last line before a hunk that it leaves as it is. */
const lastBefore = ({ before }: DiffHunk): number => (before.count === 0 ? before.start : before.start - 1)

/** Where a line is after the hunks; in place of a line that is gone, the first or last of what took its place. */
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
 * Where lines of one version of a file are in another. Lines that are gone altogether leave the one line before which,
 * or at whose place, they were.
 */
export const follow = (range: LineRange, hunks: ReadonlyArray<DiffHunk>): LineRange => {
  const start = followLine(range.start, hunks, "start")
  const end = Math.max(1, followLine(range.end, hunks, "end"))
  return { start: Math.min(start, end), end }
}

/** Lines of one version, and where they start in the other. */
export interface Kept {
  readonly lines: LineRange
  readonly start: number
}

/** The parts of some lines that the other version has unchanged. */
export const kept = (range: LineRange, hunks: ReadonlyArray<DiffHunk>): ReadonlyArray<Kept> => {
  const parts: Array<Kept> = []
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
