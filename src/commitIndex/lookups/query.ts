import { splitIdentifier } from "../model/identifiers.ts"
import { listBigrams } from "../model/bigrams.ts"

/** A quoted word or phrase, or an OR of spellings, in FTS5 syntax. */
export type Term = string

/** One FTS5 query for commits. */
export interface Expression {
  /** `messages` covers message, annotation and paths; `search` also covers patches. */
  readonly index: "messages" | "search"
  /** FTS5 expression. */
  readonly match: string
  /** Terms of the expression; empty if the user wrote it, in which case it may be invalid. */
  readonly terms: ReadonlyArray<Term>
  /** Whether it matches everything that the previous expression matches. */
  readonly includesPrevious: boolean
  /** Whether all terms must match. If any may match, it is a fallback for when earlier expressions find little. */
  readonly requiresAll: boolean
}

/** A parsed query. */
export interface Query {
  /** Expressions in the order they are tried; each adds commits that earlier ones missed. */
  readonly expressions: ReadonlyArray<Expression>
  /** Number of leading expressions in FTS5 syntax. If any of them is valid, the others are not tried. */
  readonly syntaxCount: number
  /** Words as written, for excerpts. */
  readonly words: ReadonlyArray<string>
  /** Number of further words that are ignored because the query has too many. */
  readonly ignoredWords: number
}

/** Most words of a query that are searched for; later words are ignored. */
export const maxWords = 32
/** Longest word in characters, and most parts of it that are searched for; longer words are data, not names. */
const maxWordChars = 80
const maxParts = 8
const maxTotalParts = 48
/** Up to this many words match anywhere in a patch; more must be near each other, because any long patch has them all. */
const maxUnorderedWords = 3
const nearDistance = 40

/** A word; paths, dotted names and hyphenated words count as one. */
const word = /[\p{L}\p{M}\p{N}_]+(?:[-./][\p{L}\p{M}\p{N}_]+)*/gu
/** FTS5 operators, which are upper case, and punctuation. */
const syntax = /["*^()+:]|\b(?:AND|OR|NOT|NEAR)\b/
const operators = new Set(["AND", "OR", "NOT", "NEAR"])
/** A prefix query too short to be selective, which would be slow. */
const tooShortPrefix = /(?:^|[^\p{L}\p{N}_])[\p{L}\p{N}_]{0,2}["\s]*\*/u
/** Stop words: nearly every commit contains them. */
const stopWords = new Set(
  "a an and are as at be by can do does did for from had has have how i if in into is it its of on or so than that the then there this to was we were what when where which who why will with".split(
    " "
  )
)
/** A column name of the index that this one replaces; users may still write it. */
const renamedColumns = /\bpatch_preview(?=\s*:)/g

const distinct = (texts: ReadonlyArray<string>): ReadonlyArray<string> => [...new Set(texts)]
const quote = (text: string): Term => `"${text.replaceAll('"', '""')}"`

const truncateWord = (text: string): string =>
  Array.from(text.slice(0, 2 * maxWordChars))
    .slice(0, maxWordChars)
    .join("")
    .toWellFormed()

/** Names with more parts are searched for only as one word, since texts rarely spell them out and each part costs a lookup. */
const maxSpelledParts = 3

/** Lists the spellings that find an identifier in any style: joined, and as separate words. */
const listWordSpellings = (short: string): ReadonlyArray<string> => {
  const parts = splitIdentifier(short)
  if (parts.length < 2) return [short]
  if (parts.length > maxSpelledParts && !short.includes("-")) return [parts.join("")]
  const some = parts.slice(0, maxParts)
  return [some.join(" "), some.join("")]
}

/** Builds the term for a word: all spellings of an identifier, and the bigrams of text without spaces. */
const buildTerm = (text: string): Term => {
  const short = truncateWord(text)
  const whole = /[./]/.test(text) ? [short] : listWordSpellings(short)
  const spellings = distinct([...whole, ...listBigrams(short)]).map(quote)
  return spellings.length === 1 ? spellings.join("") : `(${spellings.join(" OR ")})`
}

/** Extracts the words to search for, without operators and stop words unless nothing else is left. */
const extractWords = (text: string, isSyntax: boolean): ReadonlyArray<string> => {
  const all = distinct(text.match(word) ?? []).filter((one) => /[\p{L}\p{N}]/u.test(one))
  const plain = all.filter((one) => !isSyntax || !operators.has(one))
  const significant = plain.filter((one) => !stopWords.has(one.toLowerCase()))
  return [significant, plain, all].find((some) => some.length > 0) ?? []
}

/** Splits a path, dotted name or identifier into its names. */
const splitNames = (text: string): ReadonlyArray<string> =>
  truncateWord(text).split(/[./]+/).flatMap(splitIdentifier).slice(0, maxParts)

/** Matches words in patches: a few anywhere, more only near each other. */
const matchPatch = (words: ReadonlyArray<string>, terms: ReadonlyArray<Term>): Expression => {
  const isUnordered = words.length <= maxUnorderedWords
  const near = words.map((one) => quote(truncateWord(one)))
  const match = isUnordered ? terms.join(" AND ") : `NEAR(${near.join(" ")}, ${nearDistance})`
  return { index: "search", match, terms: isUnordered ? terms : near, includesPrevious: isUnordered, requiresAll: true }
}

const buildExpressions = (words: ReadonlyArray<string>): ReadonlyArray<Expression> => {
  if (words.length === 0) return []
  const terms = distinct(words.map(buildTerm))
  const parts = distinct(words.flatMap(splitNames).map(quote)).slice(0, maxTotalParts)
  const every = terms.join(" AND ")
  const complete: ReadonlyArray<Expression> = [
    { index: "messages", match: `subject : (${every})`, terms, includesPrevious: false, requiresAll: true },
    { index: "messages", match: every, terms, includesPrevious: true, requiresAll: true },
    matchPatch(words, terms)
  ]
  const isName = words.length === 1
  const partly = parts.join(isName ? " AND " : " OR ")
  return partly === every
    ? complete
    : [...complete, { index: "messages", match: partly, terms: parts, includesPrevious: false, requiresAll: isName }]
}

/** Passes FTS5 syntax through to both indexes, or only to the one with patches if it uses NOT. */
const parseSyntax = (text: string): ReadonlyArray<Expression> => {
  const match = text.replaceAll(renamedColumns, "patch")
  const anywhere: Expression = { index: "search", match, terms: [], includesPrevious: true, requiresAll: true }
  return /\bNOT\b/.test(text) ? [anywhere] : [{ ...anywhere, index: "messages", includesPrevious: false }, anywhere]
}

/**
 * Parses a query both as FTS5 syntax, if it has any, and as plain words. Words are tried in order: all in the subject, all in
 * message, annotation and paths, all in the patch, then any of them.
 */
export const parseQuery = (text: string): Query => {
  const isSyntax = syntax.test(text)
  const all = extractWords(text, isSyntax)
  const words = all.slice(0, maxWords)
  const isShort = (text.match(word)?.length ?? 0) <= maxWords && text.length <= maxWords * maxWordChars
  const syntaxExpressions =
    isSyntax && isShort && !text.includes("\0") && !tooShortPrefix.test(text) ? parseSyntax(text) : []
  return {
    expressions: words.length === 0 ? [] : [...syntaxExpressions, ...buildExpressions(words)],
    syntaxCount: syntaxExpressions.length,
    words,
    ignoredWords: all.length - words.length
  }
}
