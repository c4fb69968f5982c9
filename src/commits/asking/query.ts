import { partsOf } from "../identifiers.ts"

/** What is looked for, as the full-text index has it. */
export interface Query {
  /** Expressions in the order in which they are tried: the next when one finds nothing or is none. */
  readonly expressions: ReadonlyArray<string>
  /** The words, in lower case, by which the passage that matched is found again. */
  readonly words: ReadonlyArray<string>
}

/** Words that are looked for; what comes after them is left out. */
export const mostWords = 48

const word = /[\p{L}\p{N}_]+(?:-[\p{L}\p{N}_]+)*/gu
/** What makes a text more than words: FTS5's operators, which are upper case, and its signs. */
const syntax = /["*^()+:]|\b(?:AND|OR|NOT|NEAR)\b/
const operators = new Set(["AND", "OR", "NOT", "NEAR"])
/** Words that nearly every commit has, and that say nothing where any word counts. */
const hollow = new Set(
  "a an and are as at be by do does did for from how i in is it of on or that the this to was we were what when where which who why with".split(
    " "
  )
)
/** A column's name in the index that this one takes the place of. */
const oldColumns = /\bpatch_preview(?=\s*:)/g

const quote = (text: string): string => `"${text.replaceAll('"', '""')}"`

/** Every spelling of an identifier: as it is, in parts, in one. */
const expressionOf = (text: string): string => {
  const parts = partsOf(text)
  if (parts.length < 2) return quote(text)
  return `(${quote(parts.join(" "))} OR ${quote(parts.join(""))})`
}

/** Reads a text as FTS5 would, where it has any of its syntax, and as words that must all be there: the identifiers
 * whole, else their parts anywhere, else any of them. */
export const parseQuery = (text: string): Query => {
  const found = new Set(text.match(word) ?? [])
  const isSyntax = syntax.test(text)
  const words = Array.from(found)
    .filter((one) => !isSyntax || !operators.has(one))
    .slice(0, mostWords)
  const telling = words.filter((one) => !hollow.has(one.toLowerCase()))
  const asked = telling.length === 0 ? words : telling
  const terms = asked.map(expressionOf)
  const parts = asked.flatMap(partsOf).map(quote)
  const plain = [...new Set([terms.join(" AND "), parts.join(" AND "), parts.join(" OR ")])].filter((one) => one !== "")
  const expressions = isSyntax ? [text.replaceAll(oldColumns, "patch"), ...plain] : plain
  return { expressions, words: asked.map((one) => one.toLowerCase()) }
}
