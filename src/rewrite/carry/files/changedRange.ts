import type { LineRange } from "../../../domain/LineRange.ts"
import { countLines } from "../../../domain/lines.ts"
import type { DiffHunk } from "../../../adapters/git/FileDiff.ts"

const newline = 10

/** Length of the common prefix, up to the end of a line. */
const commonStart = (a: Uint8Array, b: Uint8Array): number => {
  const most = Math.min(a.length, b.length)
  let length = 0
  while (length < most && a[length] === b[length]) length += 1
  return a.subarray(0, length).lastIndexOf(newline) + 1
}

/** Length of the common suffix, from the start of a line in both. */
const commonEnd = (a: Uint8Array, b: Uint8Array): number => {
  const most = Math.min(a.length, b.length)
  let length = 0
  while (length < most && a[a.length - 1 - length] === b[b.length - 1 - length]) length += 1
  const startsLine = (content: Uint8Array) =>
    length === content.length || content[content.length - 1 - length] === newline
  if (length === 0 || (startsLine(a) && startsLine(b))) return length
  const next = a.indexOf(newline, a.length - length)
  return next === -1 ? 0 : a.length - next - 1
}

/** Returns one hunk from the first changed line to the last. */
export const changedRange = (a: Uint8Array, b: Uint8Array): DiffHunk => {
  const start = commonStart(a, b)
  const [restA, restB] = [a.subarray(start), b.subarray(start)]
  const end = commonEnd(restA, restB)
  const line = countLines(a.subarray(0, start))
  const side = (rest: Uint8Array) => {
    const count = countLines(rest.subarray(0, rest.length - end))
    return { start: count === 0 ? line : line + 1, count }
  }
  return { before: side(restA), after: side(restB) }
}

/**
 * Returns a hunk that is exact enough to follow these lines without a line diff: the lines are outside the changed range,
 * or lines were only added or only deleted. Undefined if a line diff is needed.
 */
export const exactChange = (a: Uint8Array, b: Uint8Array, lines: LineRange): DiffHunk | undefined => {
  const change = changedRange(a, b)
  const { count, start } = change.before
  const isApart = lines.end < start || lines.start >= start + Math.max(1, count)
  return count === 0 || change.after.count === 0 || isApart ? change : undefined
}
