import type { SourceLine } from "./readLines.ts"
import { findShared, findWords } from "./words.ts"

/** A comment, with the lines that it is in. */
interface Comment {
  readonly lines: Array<number>
  readonly texts: Array<string>
}

/** Whether a comment says something: a line of `*` or `//` does not. */
export const hasWords = (comment: string): boolean => /\p{L}{3}/u.test(comment)

/** Joins the comments of lines without a gap. */
const joinComments = (lines: ReadonlyArray<SourceLine>): ReadonlyArray<Comment> => {
  const found: Array<Comment> = []
  for (const [index, { comment }] of lines.entries()) {
    if (comment === "") continue
    const last = found.at(-1)
    if (last?.lines.at(-1) === index) {
      last.lines.push(index + 1)
      last.texts.push(comment)
    } else found.push({ lines: [index + 1], texts: [comment] })
  }
  return found
}

/** Finds the words of the comments that a person sees who changes lines: those with a line near them, and those added. */
export const findNearComments = (
  before: ReadonlyArray<SourceLine>,
  isNear: (line: number) => boolean,
  added: ReadonlyArray<SourceLine>
): ReadonlyArray<ReadonlySet<string>> =>
  [...joinComments(before).filter(({ lines }) => lines.some(isNear)), ...joinComments(added)].map(({ texts }) =>
    findWords(texts.join("\n"))
  )

/** A part of the words of a statement that a comment has already. */
const maxCommented = 0.45

/** Whether one of the comments says the same. */
export const isCommented = (statement: string, comments: ReadonlyArray<ReadonlySet<string>>): boolean => {
  const words = findWords(statement)
  return comments.some((comment) => findShared(words, comment).length >= maxCommented * words.size)
}
