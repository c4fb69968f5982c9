import { splitIdentifier } from "../../domain/identifiers.ts"
import { extractChangedLines, type FilePatch } from "../model/patchText.ts"

/** Longest excerpt, in characters. */
const maxExcerptChars = 400
/** Lines of context before and after the best match. */
const contextLines = 2
/** Characters of a line that are shown, and that are searched. */
const maxLineChars = 160
const maxSearchedChars = 4_000
/** Characters shown before the match in a clipped line. */
const leadChars = 60

/** English suffixes, as the Porter tokenizer of the index also strips them. */
const suffixes = /(?:ings?|ions?|ers?|ed|ies|es|s|e|y)$/
/** Strips the suffix of a word; returns the word unchanged if fewer than three characters would remain. */
const stem = (text: string): string => {
  const short = text.replace(suffixes, "")
  if (short.length < 3) return text
  // Undoubles the consonant: `running` becomes `run`.
  return short === text ? text : short.replace(/([bdfgmnprt])\1$/, "$1")
}

const notAscii = /[^\0-\x7f]/

/** Folds text for comparison as the index does: lower case, without diacritics. */
const fold = (text: string): string => {
  const lower = text.toLowerCase()
  return notAscii.test(lower) ? lower.normalize("NFD").replaceAll(/\p{M}+/gu, "") : lower
}

const escape = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&")

/** Returns the position of a word in a folded text from `from` on, or -1. */
type Finder = (folded: string, from?: number) => number

/** A word so short that it occurs inside many unrelated words. */
const shortWord = /^[a-z0-9]{1,3}$/

const expressionFinder = (source: string): Finder => {
  const expression = new RegExp(source, "g")
  return (folded, from = 0) => {
    expression.lastIndex = from
    return expression.exec(folded)?.index ?? -1
  }
}

/** Builds a finder for a word: identifiers match in any spelling, short words only at the start of a word. */
const makeFinder = (word: string): Finder => {
  const parts = splitIdentifier(word).map(fold)
  const last = stem(parts.at(-1) ?? "")
  if (parts.length < 2 && !shortWord.test(last)) return (folded, from) => folded.indexOf(last, from)
  if (parts.length < 2) return expressionFinder(`(?<![a-z0-9])${last}`)
  return expressionFinder([...parts.slice(0, -1), last].map(escape).join("[_\\- ]?"))
}

/** Finders for the words of a query, by stem: `rateLimiter` also finds `rate_limiter`. */
export type WordFinders = ReadonlyArray<Finder>
export const makeWordFinders = (words: ReadonlyArray<string>): WordFinders => words.map(makeFinder)

const filterPresent = (words: WordFinders, folded: string): WordFinders => words.filter((find) => find(folded) !== -1)

/** Returns whether a text contains any of the words. */
export const containsAny = (words: WordFinders, text: string): boolean => {
  const folded = fold(text)
  return words.some((find) => find(folded) !== -1)
}

/** Counts the words that a text contains. */
export const countFound = (words: WordFinders, text: string): number => filterPresent(words, fold(text)).length

/** Returns the position of the first word in a text, or -1 if it contains none. */
export const findFirst = (words: WordFinders, text: string): number => {
  const folded = fold(text)
  const positions = words.map((find) => find(folded)).filter((at) => at !== -1)
  return positions.length === 0 ? -1 : Math.min(...positions)
}

/** The best matching lines of a patch. */
interface Excerpt {
  readonly text: string
  /** Paths of files with a matching line. */
  readonly paths: ReadonlyArray<string>
}

/** The first line of a file that contains the most words. */
interface BestLine {
  readonly file: FilePatch
  /** Line number in the file's section of the patch, 0-based. */
  readonly line: number
  /** Words that the line contains. */
  readonly words: WordFinders
}

/** Changed lines of a file and the index of the one to show. */
interface ExcerptSource {
  readonly path: string
  readonly lines: ReadonlyArray<string>
  readonly line: number
  readonly words: WordFinders
}

/** Clips a long line to its sign and the text around the first match. */
const clipLine = (line: string, words: WordFinders): string => {
  if (line.length <= maxLineChars) return line
  const folded = fold(line.slice(0, maxSearchedChars))
  const first = Math.min(...words.map((find) => find(folded)).filter((at) => at !== -1))
  if (!(first > maxLineChars / 2 && first < line.length)) return line.slice(0, maxLineChars)
  return `${line.slice(0, 1)}…${line.slice(first - leadChars, first - leadChars + maxLineChars - 2)}`
}

const lengthOf = (texts: ReadonlyArray<string>): number => texts.reduce((sum, text) => sum + text.length + 1, -1)

const formatExcerpt = ({ line, lines, path, words }: ExcerptSource): string => {
  const from = Math.max(0, line - contextLines)
  const head = `+++ b/${path}`.slice(0, maxExcerptChars / 2)
  const before = lines.slice(from, line).map((one) => clipLine(one, words))
  const after = lines.slice(line + 1, line + contextLines + 1).map((one) => clipLine(one, words))
  const best = lines.slice(line, line + 1).map((one) => clipLine(one, words))
  // Drops context lines before the matching line itself.
  while (lengthOf([head, ...before, ...best, ...after]) > maxExcerptChars && before.length + after.length > 0) {
    if (after.length >= before.length) after.pop()
    else before.shift()
  }
  return [head, ...before, ...best, ...after].join("\n").slice(0, maxExcerptChars).toWellFormed()
}

/** A finder with its next match. */
interface NextHit {
  readonly find: Finder
  readonly at: number
}

/** Advances finders past `from` and drops those without further matches. */
const advance = (words: ReadonlyArray<NextHit>, folded: string, from: number): ReadonlyArray<NextHit> =>
  words.flatMap((word) => {
    if (word.at >= from) return [word]
    const at = word.find(folded, from)
    return at === -1 ? [] : [{ find: word.find, at }]
  })

const countLines = (text: string, from: number, to: number): number => {
  let count = 0
  for (let at = text.indexOf("\n", from); at !== -1 && at < to; at = text.indexOf("\n", at + 1)) count += 1
  return count
}

const isChange = (code: number): boolean => code === 43 || code === 45

/** Finds the first changed line with the most words; none if no line has any. Skips lines without a word. */
const findBestLine = (file: FilePatch, words: WordFinders): BestLine | undefined => {
  const folded = fold(file.bytes.toString("utf8"))
  const hunk = folded.indexOf("\n@@")
  if (hunk === -1) return undefined
  const present = filterPresent(words, folded).map((find): NextHit => ({ find, at: -1 }))
  let best: BestLine | undefined
  let start = hunk + 1
  let line = countLines(folded, 0, start)
  for (let next = advance(present, folded, start); next.length > 0; next = advance(next, folded, start)) {
    const first = Math.min(...next.map(({ at }) => at))
    const begin = folded.lastIndexOf("\n", first) + 1
    const found = folded.indexOf("\n", first)
    const end = found === -1 ? folded.length : found
    const searched = isChange(folded.charCodeAt(begin)) ? Math.min(end, begin + maxSearchedChars) : begin
    const here = next.filter(({ at }) => at < searched).map(({ find }) => find)
    line += countLines(folded, start, begin)
    if (here.length > (best?.words.length ?? 0)) best = { file, line, words: here }
    if (here.length === present.length) break
    start = end + 1
    line += 1
  }
  return best
}

/** Reduces a match to the changed lines of its file. */
const sourceAt = ({ file, line, words }: BestLine): ExcerptSource => {
  const before = file.bytes.toString("utf8").split("\n", line).join("\n")
  const lines = extractChangedLines(file)
  return { path: file.path, lines, line: extractChangedLines({ ...file, bytes: Buffer.from(before) }).length, words }
}

/** Extracts the lines around the first line with the most words, or the first changed lines if no line matches. */
export const extractExcerpt = (files: ReadonlyArray<FilePatch>, words: WordFinders): Excerpt => {
  const positions = files.flatMap((file) => findBestLine(file, words) ?? [])
  const most = positions.reduce((best, place) => Math.max(best, place.words.length), 0)
  const best = positions.find((place) => place.words.length === most)
  const paths = positions.map(({ file }) => file.path)
  if (best !== undefined) return { text: formatExcerpt(sourceAt(best)), paths }
  const [first] = files
  if (first === undefined) return { text: "", paths }
  return { text: formatExcerpt({ path: first.path, lines: extractChangedLines(first), line: 0, words: [] }), paths }
}
