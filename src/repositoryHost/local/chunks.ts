import type { Chunk } from "../model/answers.ts"

/** Most chunks of a file, and the longest line that is shown whole, in characters. */
const maxChunks = 5
const maxLineChars = 1000

const cutLine = (line: string): string =>
  line.length > maxLineChars ? `${line.slice(0, maxLineChars).toWellFormed()}…` : line

interface Range {
  readonly start: number
  readonly end: number
}

/** Joins the surroundings of lines where they touch. */
const joinRanges = (lines: ReadonlyArray<number>, around: number, last: number): ReadonlyArray<Range> => {
  const joined: Array<Range> = []
  for (const line of lines) {
    const start = Math.max(1, line - around)
    const end = Math.min(last, line + around)
    const before = joined.at(-1)
    if (before !== undefined && start <= before.end + 1) joined[joined.length - 1] = { start: before.start, end }
    else joined.push({ start, end })
  }
  return joined
}

/** Cuts the surroundings of matching lines out of a content: half of the context before, half after each. */
export const cutChunks = (
  text: string,
  matching: ReadonlyArray<number>,
  contextLines: number
): ReadonlyArray<Chunk> => {
  // Lines after the last chunk need not be cut.
  const lines = text.split("\n", (matching.at(-1) ?? 0) + contextLines + 1)
  return joinRanges(matching, Math.floor(contextLines / 2), lines.length)
    .slice(0, maxChunks)
    .map(({ end, start }) => ({
      startLine: start,
      endLine: end,
      content: lines
        .slice(start - 1, end)
        .map((line, at) => `${start + at}: ${cutLine(line)}\n`)
        .join("")
    }))
}
