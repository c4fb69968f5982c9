import { splitIdentifier } from "../../domain/identifiers.ts"
import { listBigrams } from "../model/bigrams.ts"

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
/** A prefix query too short to be selective, which would be slow. */
const tooShortPrefix = /(?:^|[^\p{L}\p{N}_])[\p{L}\p{N}_]{0,2}["\s]*\*/u
/** Stop words: those that nearly every commit contains, and those that say how a sentence is built, not what it is about. */
const stopWords = new Set(
  `a about after again all also although always am among an and another any anyone are as at be because been before being
  both but by can cannot come could did do does doesn don done each either even ever every everything few for from get gets
  give given goes had has have having he her here him his how however i if in inside instead into is isn it its itself just
  keep keeps let like look looks made make makes making many may me might more most much must my near never no nor not
  nothing now of off often on once one only onto or other others our out over own per please rather same see seem seems she
  should since so some something still such take takes than that the their them then there these they thing things this
  those though through thus to together too toward under until up upon us very via want wants was we well were what whatever
  when where whether which while who whole whom whose why will with within without won would yet you your`.split(/\s+/)
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

/**
 * Parses a query both as FTS5 syntax, if it has any, and as plain words. A prefix of one or two letters and a long text are
 * never syntax.
 */
export const parseQuery = (text: string): Query => {
  const isSyntax = syntax.test(text)
  const written = text.match(word) ?? []
  const all = extractWords(text, isSyntax)
  const words = all.slice(0, maxWords)
  const isShort = written.length <= maxWords && text.length <= maxWords * maxWordChars
  const isExpression = isSyntax && words.length > 0 && isShort && !text.includes("\0") && !tooShortPrefix.test(text)
  return {
    syntax: isExpression ? text.replaceAll(renamedColumns, "patch") : undefined,
    terms: distinct(words.map(buildTerm)),
    parts: distinct(words.flatMap(splitNames).map(quote)).slice(0, maxTotalParts),
    phrase: words.length > 1 ? quote(written.slice(0, maxWords).map(truncateWord).join(" ")) : undefined,
    words,
    ignoredWords: all.length - words.length
  }
}
