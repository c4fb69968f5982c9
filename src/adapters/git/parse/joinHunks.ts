import { Option } from "effect"
import type { BlameHunk } from "../Git.ts"

const continues = (before: BlameHunk, next: BlameHunk): boolean =>
  next.lines.start === before.lines.end + 1 &&
  next.originStart === before.originStart + (before.lines.end - before.lines.start + 1) &&
  next.path === before.path &&
  Option.getOrUndefined(next.commit) === Option.getOrUndefined(before.commit)

/** Sorts hunks by line and joins neighbours that continue each other. */
export const joinHunks = (hunks: ReadonlyArray<BlameHunk>): ReadonlyArray<BlameHunk> => {
  const joined: Array<BlameHunk> = []
  for (const hunk of hunks.toSorted((a, b) => a.lines.start - b.lines.start)) {
    const before = joined.at(-1)
    if (before !== undefined && continues(before, hunk)) {
      joined[joined.length - 1] = { ...before, lines: { start: before.lines.start, end: hunk.lines.end } }
    } else joined.push(hunk)
  }
  return joined
}
