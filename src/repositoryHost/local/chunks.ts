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

/** Joins the surroundings of lines where they touch; the last may end after the content. */
const joinRanges = (lines: ReadonlyArray<number>, around: number): ReadonlyArray<Range> => {
  const joined: Array<Range> = []
  for (const line of lines) {
    const start = Math.max(1, line - around)
    const end = line + around
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
  const ranges = joinRanges(matching, Math.floor(contextLines / 2)).slice(0, maxChunks)
  const lines = text.split("\n", ranges.at(-1)?.end ?? 0)
  return ranges.map(({ end, start }) => ({
    startLine: start,
    endLine: Math.min(end, lines.length),
    content: lines
      .slice(start - 1, end)
      .map((line, at) => `${start + at}: ${cutLine(line)}\n`)
      .join("")
  }))
}
