import { splitIdentifier } from "../../domain/identifiers.ts"
import { listBigrams } from "../model/bigrams.ts"
import { stopWords } from "../model/stopWords.ts"

/** A quoted word or phrase, or an OR of spellings, in FTS5 syntax. */
export type Term = string

/** A parsed query. */
export interface Query {
  /** The text as an FTS5 expression if it looks like one; it may be invalid. */
  readonly syntax: string | undefined
  /** Terms of the words to search for; each matches every spelling of a word. */
  readonly terms: ReadonlyArray<Term>
  /** Terms of the parts of identifiers, for when no commit has any of the words. */
  readonly parts: ReadonlyArray<Term>
  /** All words in their order, separated by spaces. */
  readonly text: string
  /** All words in their order, as a phrase; undefined for a single word. */
  readonly phrase: Term | undefined
  /** Words as written, for excerpts. */
  readonly words: ReadonlyArray<string>
  /** Number of further words that are ignored because the query has too many. */
  readonly ignoredWords: number
}

/** Most words of a query that are searched for; later words are ignored. */
const maxWords = 32
/** Longest word in characters, and most parts of it that are searched for; longer words are data, not names. */
const maxWordChars = 80
const maxParts = 8
const maxTotalParts = 48

/** A word; paths, dotted names and hyphenated words count as one. */
const word = /[\p{L}\p{M}\p{N}_]+(?:[-./][\p{L}\p{M}\p{N}_]+)*/gu
/** FTS5 operators, which are upper case, and punctuation. */
const syntax = /["*^()+:]|\b(?:AND|OR|NOT|NEAR)\b/
const operators = new Set(["AND", "OR", "NOT", "NEAR"])
/** Operators, a column or a prefix: what only FTS5 syntax has. */
const operator = /\b(?:AND|OR|NOT|NEAR)\b|[{}+]|[\p{L}\p{N}_]\s*:|\*/u
/** Several words in quotation marks. */
const quotation = /"([^"]*)"/g
/** A prefix query too short to be selective, which would be slow. */
const tooShortPrefix = /(?:^|[^\p{L}\p{N}_])[\p{L}\p{N}_]{0,2}["\s]*\*/u
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

/**
 * Whether a text is a sentence, though FTS5 may accept it: it has stop words outside of quotation marks and no operator. As
 * syntax it would find only the commits with all of its words.
 */
const isSentence = (text: string): boolean =>
  !operator.test(text) && (text.replaceAll(quotation, " ").match(word) ?? []).some((one) => stopWords.has(one))

/** Lists the quoted passages of a sentence as phrases. */
const listQuotations = (text: string): ReadonlyArray<Term> =>
  Array.from(text.matchAll(quotation), ([, quoted = ""]) => quoted.match(word) ?? [])
    .filter((words) => words.length > 1)
    .map((words) => quote(words.slice(0, maxWords).map(truncateWord).join(" ")))

/** Splits a path, dotted name or identifier into its names. */
const splitNames = (text: string): ReadonlyArray<string> =>
  truncateWord(text).split(/[./]+/).flatMap(splitIdentifier).slice(0, maxParts)

/**
 * Parses a query both as FTS5 syntax, if it has any, and as plain words. A prefix of one or two letters, a long text and a
 * sentence are never syntax.
 */
export const parseQuery = (text: string): Query => {
  const isSyntax = syntax.test(text)
  const all = text.match(word) ?? []
  const written = all.slice(0, maxWords).map(truncateWord).join(" ")
  const significant = extractWords(text, isSyntax)
  const words = significant.slice(0, maxWords)
  const isShort = all.length <= maxWords && text.length <= maxWords * maxWordChars
  const isQuoting = isSyntax && isSentence(text)
  const isExpression =
    isSyntax && !isQuoting && words.length > 0 && isShort && !text.includes("\0") && !tooShortPrefix.test(text)
  return {
    syntax: isExpression ? text.replaceAll(renamedColumns, "patch") : undefined,
    terms: distinct([...(isQuoting ? listQuotations(text) : []), ...words.map(buildTerm)]),
    parts: distinct(words.flatMap(splitNames).map(quote)).slice(0, maxTotalParts),
    text: written,
    phrase: words.length > 1 ? quote(written) : undefined,
    words,
    ignoredWords: significant.length - words.length
  }
}
