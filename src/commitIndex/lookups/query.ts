import { splitIdentifier } from "../model/identifiers.ts"
import { listBigrams } from "../model/bigrams.ts"

/** A word or a phrase as the full-text indexes look for it. */
export type Term = string

/** One way of looking for commits. */
export interface Expression {
  /** Where: in what commits say of themselves, or also in their patches. */
  readonly index: "messages" | "search"
  /** For FTS5; every commit that it matches is found. */
  readonly match: string
  /** The terms of which it is made; none: it is as it was written, and may be no expression. */
  readonly terms: ReadonlyArray<Term>
  /** Whether it finds all that the one before finds. */
  readonly wider: boolean
  /** Whether it wants all terms; else any, and it is only tried where those before found little. */
  readonly all: boolean
}

/** What is looked for. */
export interface Query {
  /** In the order in which they are tried: each finds what those before did not. */
  readonly expressions: ReadonlyArray<Expression>
  /** Those of the expressions that FTS5 must take for the others not to be tried. */
  readonly written: number
  /** The words, as they were written, by which the passage that matched is found again. */
  readonly words: ReadonlyArray<string>
  /** How many words after them are not looked for, as there are too many. */
  readonly leftOut: number
}

/** Words that are looked for; what comes after them is left out. */
export const maxWords = 32
/** Characters of the longest word, and parts of it that are looked for; longer ones are data, not names. */
const longestWord = 80
const mostParts = 8
const mostPartsOfAll = 48
/** So many words may stand anywhere in a patch; more of them must stand near each other, or any long patch has them all. */
const mostApart = 3
const nearness = 40

/** A word; a path, a dotted name and what has hyphens is one. */
const word = /[\p{L}\p{M}\p{N}_]+(?:[-./][\p{L}\p{M}\p{N}_]+)*/gu
/** What makes a text more than words: FTS5's operators, which are upper case, and its signs. */
const syntax = /["*^()+:]|\b(?:AND|OR|NOT|NEAR)\b/
const operators = new Set(["AND", "OR", "NOT", "NEAR"])
/** A beginning of words that too many words have: what it matches takes long to put together. */
const shortPrefix = /(?:^|[^\p{L}\p{N}_])[\p{L}\p{N}_]{0,2}["\s]*\*/u
/** Words that nearly every commit has, and that say nothing. */
const hollow = new Set(
  "a an and are as at be by can do does did for from had has have how i if in into is it its of on or so than that the then there this to was we were what when where which who why will with".split(
    " "
  )
)
/** A column's name in the index that this one takes the place of. */
const oldColumns = /\bpatch_preview(?=\s*:)/g

const distinct = (texts: ReadonlyArray<string>): ReadonlyArray<string> => [...new Set(texts)]
const quote = (text: string): Term => `"${text.replaceAll('"', '""')}"`

const shortened = (text: string): string =>
  Array.from(text.slice(0, 2 * longestWord))
    .slice(0, longestWord)
    .join("")
    .toWellFormed()

/** A name of more parts is looked for in one: nobody writes it in words, and every part of it would have to be looked up. */
const mostSpelled = 3

/** Spellings by which all others of an identifier are found: in one, and in parts as in plain text. */
const spelled = (short: string): ReadonlyArray<string> => {
  const parts = splitIdentifier(short)
  if (parts.length < 2) return [short]
  if (parts.length > mostSpelled && !short.includes("-")) return [parts.join("")]
  const some = parts.slice(0, mostParts)
  return [some.join(" "), some.join("")]
}

/** Every spelling of an identifier, as it is, in parts, in one; and a run of letters without spaces also within longer ones. */
const termOf = (text: string): Term => {
  const short = shortened(text)
  const whole = /[./]/.test(text) ? [short] : spelled(short)
  const listSpellings = distinct([...whole, ...listBigrams(short)]).map(quote)
  return listSpellings.length === 1 ? listSpellings.join("") : `(${listSpellings.join(" OR ")})`
}

/** The words that are asked for: those that say something, or all where none does. */
const askedIn = (text: string, isSyntax: boolean): ReadonlyArray<string> => {
  const all = distinct(text.match(word) ?? []).filter((one) => /[\p{L}\p{N}]/u.test(one))
  const plain = all.filter((one) => !isSyntax || !operators.has(one))
  const telling = plain.filter((one) => !hollow.has(one.toLowerCase()))
  return [telling, plain, all].find((some) => some.length > 0) ?? []
}

/** The names that a word is made of. */
const namesIn = (text: string): ReadonlyArray<string> =>
  shortened(text).split(/[./]+/).flatMap(splitIdentifier).slice(0, mostParts)

/** Words that stand near each other, or few of them anywhere. */
const inPatch = (asked: ReadonlyArray<string>, terms: ReadonlyArray<Term>): Expression => {
  const isApart = asked.length <= mostApart
  const near = asked.map((one) => quote(shortened(one)))
  const match = isApart ? terms.join(" AND ") : `NEAR(${near.join(" ")}, ${nearness})`
  return { index: "search", match, terms: isApart ? terms : near, wider: isApart, all: true }
}

const expressionsOf = (asked: ReadonlyArray<string>): ReadonlyArray<Expression> => {
  if (asked.length === 0) return []
  const terms = distinct(asked.map(termOf))
  const parts = distinct(asked.flatMap(namesIn).map(quote)).slice(0, mostPartsOfAll)
  const every = terms.join(" AND ")
  const all: ReadonlyArray<Expression> = [
    { index: "messages", match: `subject : (${every})`, terms, wider: false, all: true },
    { index: "messages", match: every, terms, wider: true, all: true },
    inPatch(asked, terms)
  ]
  const isName = asked.length === 1
  const partly = parts.join(isName ? " AND " : " OR ")
  return partly === every
    ? all
    : [...all, { index: "messages", match: partly, terms: parts, wider: false, all: isName }]
}

/** What was written, for both indexes; only that with the patches knows what is not in a commit. */
const writtenOf = (text: string): ReadonlyArray<Expression> => {
  const match = text.replaceAll(oldColumns, "patch")
  const anywhere: Expression = { index: "search", match, terms: [], wider: true, all: true }
  return /\bNOT\b/.test(text) ? [anywhere] : [{ ...anywhere, index: "messages", wider: false }, anywhere]
}

/**
 * Reads a text as FTS5 would, where it has any of its syntax, and as words: all of them in a subject, in what else a
 * commit says of itself, in its patch, and then any of them.
 */
export const parseQuery = (text: string): Query => {
  const isSyntax = syntax.test(text)
  const all = askedIn(text, isSyntax)
  const asked = all.slice(0, maxWords)
  const isShort = (text.match(word)?.length ?? 0) <= maxWords && text.length <= maxWords * longestWord
  const written = isSyntax && isShort && !text.includes("\0") && !shortPrefix.test(text) ? writtenOf(text) : []
  return {
    expressions: asked.length === 0 ? [] : [...written, ...expressionsOf(asked)],
    written: written.length,
    words: asked,
    leftOut: all.length - asked.length
  }
}
