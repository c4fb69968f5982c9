import type { Trailer } from "../../adapters/git/Trailer.ts"
import { groupOf } from "../../domain/MatchGroup.ts"

/** The last paragraph of a message is trailers if it has a line that git itself adds and a quarter are trailers. */
const generatedPrefixes = ["Signed-off-by: ", "(cherry picked from commit "]
/** Non-trailer lines that a paragraph may have for each trailer. */
const maxOthersPerTrailer = 3

const isBlank = (line: string): boolean => line.trim() === ""
const isComment = (line: string): boolean => line.startsWith("#")
const isContinuation = (line: string): boolean => /^[ \t]/.test(line)
const trailerPattern = /^([A-Za-z0-9-]+)[ \t]*:[ \t]*(.*)$/
const isGenerated = (line: string): boolean => generatedPrefixes.some((prefix) => line.startsWith(prefix))

/** Whether the lines of a paragraph are trailers by git's rule (trailer.c, `find_trailer_block_start`). */
const isTrailerBlock = (lines: ReadonlyArray<string>): boolean => {
  let [trailers, others, generated] = [0, 0, false]
  let owner: "trailer" | "other" = "other"
  for (const line of lines) {
    if (isContinuation(line)) {
      if (owner === "other") others += 1
    } else if (isComment(line)) {
      owner = "other"
    } else if (isGenerated(line) || trailerPattern.test(line)) {
      owner = "trailer"
      trailers += 1
      generated ||= isGenerated(line)
    } else {
      owner = "other"
      others += 1
    }
  }
  return generated ? trailers * maxOthersPerTrailer >= others : trailers > 0 && others === 0
}

const parseBlock = (lines: ReadonlyArray<string>): ReadonlyArray<Trailer> => {
  const found: Array<{ key: string; value: string }> = []
  let last: { key: string; value: string } | undefined
  for (const line of lines) {
    const match = trailerPattern.exec(line)
    if (isContinuation(line)) {
      if (last !== undefined) last.value = `${last.value} ${line.trim()}`.trim()
    } else if (match === null) last = undefined
    else {
      last = { key: groupOf(match, 1), value: groupOf(match, 2).trim() }
      found.push(last)
    }
  }
  return found
}

/** A message without its trailers, and the trailers, continuation lines folded. */
interface SplitMessage {
  readonly rest: ReadonlyArray<string>
  readonly trailers: ReadonlyArray<Trailer>
}

/** Separates the trailers of a message from the lines above, as `git interpret-trailers --parse --no-divider` does. */
export const splitTrailers = (lines: ReadonlyArray<string>): SplitMessage => {
  let end = lines.length
  while (end > 0 && isBlank(lines[end - 1] ?? "")) end -= 1
  let start = end
  while (start > 0 && !isBlank(lines[start - 1] ?? "")) start -= 1
  const block = lines.slice(start, end)
  // The first paragraph is the subject.
  if (lines.slice(0, start).every(isBlank) || !isTrailerBlock(block)) return { rest: lines.slice(0, end), trailers: [] }
  return { rest: lines.slice(0, start), trailers: parseBlock(block) }
}
