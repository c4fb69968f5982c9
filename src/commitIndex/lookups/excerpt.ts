import { splitIdentifier } from "../model/identifiers.ts"
import { extractChangedLines, type FilePatch } from "../model/patchText.ts"

/** Characters of a passage. */
const passageLength = 400
/** Lines before and after the one that matches best. */
const around = 2
/** Characters of a line that are shown, and that are looked at. */
const lineLength = 160
const searchedLength = 4_000
/** Characters that are shown before a word in a line that is too long. */
const lead = 60

/** The endings that the index takes off words too. */
const endings = /(?:ings?|ions?|ers?|ed|ies|es|s|e|y)$/
/** What a word and its other forms have in common; whole where little would be left. */
const stem = (text: string): string => {
  const short = text.replace(endings, "")
  if (short.length < 3) return text
  // `running` is a form of `run`.
  return short === text ? text : short.replace(/([bdfgmnprt])\1$/, "$1")
}

const notAscii = /[^\0-\x7f]/

/** Text as it is compared: in lower case, without accents, as the index has it. */
export const fold = (text: string): string => {
  const lower = text.toLowerCase()
  return notAscii.test(lower) ? lower.normalize("NFD").replaceAll(/\p{M}+/gu, "") : lower
}

const escape = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&")

/** Where a folded text has a word, from somewhere on; -1 where it has not. */
type Finder = (folded: string, from?: number) => number

/** What stands in many longer words that have nothing to do with it. */
const shortWord = /^[a-z0-9]{1,3}$/

const expressionFinder = (source: string): Finder => {
  const expression = new RegExp(source, "g")
  return (folded, from = 0) => {
    expression.lastIndex = from
    return expression.exec(folded)?.index ?? -1
  }
}

/** An identifier is found in any of its spellings, a short word only where it begins one. */
const finderOf = (word: string): Finder => {
  const parts = splitIdentifier(word).map(fold)
  const last = stem(parts.at(-1) ?? "")
  if (parts.length < 2 && !shortWord.test(last)) return (folded, from) => folded.indexOf(last, from)
  if (parts.length < 2) return expressionFinder(`(?<![a-z0-9])${last}`)
  return expressionFinder([...parts.slice(0, -1), last].map(escape).join("[_\\- ]?"))
}

/** The words that texts are searched for, by their stems: `rate_limiter` is what `rateLimiter` asks for. */
export type Words = ReadonlyArray<Finder>
export const makeWordFinders = (words: ReadonlyArray<string>): Words => words.map(finderOf)

const having = (words: Words, folded: string): Words => words.filter((find) => find(folded) !== -1)

/** Whether a text has one of the words. */
export const containsAny = (words: Words, text: string): boolean => {
  const folded = fold(text)
  return words.some((find) => find(folded) !== -1)
}

/** How many of the words a text has. */
export const countFound = (words: Words, text: string): number => having(words, fold(text)).length

/** Where the first of the words stands in a text; -1 where it has none of them. */
export const findFirst = (words: Words, text: string): number => {
  const folded = fold(text)
  const places = words.map((find) => find(folded)).filter((at) => at !== -1)
  return places.length === 0 ? -1 : Math.min(...places)
}

/** Where a patch matches, and what stands there. */
export interface Excerpt {
  readonly text: string
  /** Paths of the files that have a line with one of the words. */
  readonly paths: ReadonlyArray<string>
}

/** The first line of a file's part that has most of the words. */
interface Place {
  readonly file: FilePatch
  /** Of the part, counted from 0. */
  readonly line: number
  /** Words that the line has. */
  readonly words: Words
}

/** Lines that are shown, around one of them. */
interface Shown {
  readonly path: string
  readonly lines: ReadonlyArray<string>
  readonly line: number
  readonly words: Words
}

/** A line, or of a long one its sign and what stands around the first of the words. */
const shownOf = (line: string, words: Words): string => {
  if (line.length <= lineLength) return line
  const folded = fold(line.slice(0, searchedLength))
  const first = Math.min(...words.map((find) => find(folded)).filter((at) => at !== -1))
  if (!(first > lineLength / 2 && first < line.length)) return line.slice(0, lineLength)
  return `${line.slice(0, 1)}…${line.slice(first - lead, first - lead + lineLength - 2)}`
}

const lengthOf = (texts: ReadonlyArray<string>): number => texts.reduce((sum, text) => sum + text.length + 1, -1)

const passageAt = ({ line, lines, path, words }: Shown): string => {
  const from = Math.max(0, line - around)
  const head = `+++ b/${path}`.slice(0, passageLength / 2)
  const before = lines.slice(from, line).map((one) => shownOf(one, words))
  const after = lines.slice(line + 1, line + around + 1).map((one) => shownOf(one, words))
  const best = lines.slice(line, line + 1).map((one) => shownOf(one, words))
  // Where all is too long the line itself stays longest.
  while (lengthOf([head, ...before, ...best, ...after]) > passageLength && before.length + after.length > 0) {
    if (after.length >= before.length) after.pop()
    else before.shift()
  }
  return [head, ...before, ...best, ...after].join("\n").slice(0, passageLength).toWellFormed()
}

/** A word, and where it stands next. */
interface Next {
  readonly find: Finder
  readonly at: number
}

/** Where words stand from somewhere on, without those that do not. */
const nextFrom = (words: ReadonlyArray<Next>, folded: string, from: number): ReadonlyArray<Next> =>
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

/** The first changed line that has most of the words; none where no line has any. Lines without words are passed over. */
const bestOf = (file: FilePatch, words: Words): Place | undefined => {
  const folded = fold(file.bytes.toString("utf8"))
  const hunk = folded.indexOf("\n@@")
  if (hunk === -1) return undefined
  const present = having(words, folded).map((find): Next => ({ find, at: -1 }))
  let best: Place | undefined
  let start = hunk + 1
  let line = countLines(folded, 0, start)
  for (let next = nextFrom(present, folded, start); next.length > 0; next = nextFrom(next, folded, start)) {
    const first = Math.min(...next.map(({ at }) => at))
    const begin = folded.lastIndexOf("\n", first) + 1
    const found = folded.indexOf("\n", first)
    const end = found === -1 ? folded.length : found
    const searched = isChange(folded.charCodeAt(begin)) ? Math.min(end, begin + searchedLength) : begin
    const here = next.filter(({ at }) => at < searched).map(({ find }) => find)
    line += countLines(folded, start, begin)
    if (here.length > (best?.words.length ?? 0)) best = { file, line, words: here }
    if (here.length === present.length) break
    start = end + 1
    line += 1
  }
  return best
}

/** What is shown of a place: it and the changed lines around it. */
const shownAt = ({ file, line, words }: Place): Shown => {
  const before = file.bytes.toString("utf8").split("\n", line).join("\n")
  const lines = extractChangedLines(file)
  return { path: file.path, lines, line: extractChangedLines({ ...file, bytes: Buffer.from(before) }).length, words }
}

/** The lines around the one with most of the words, the first of them where several have as many; the first lines where none has any. */
export const extractExcerpt = (files: ReadonlyArray<FilePatch>, words: Words): Excerpt => {
  const places = files.flatMap((file) => bestOf(file, words) ?? [])
  const most = places.reduce((best, place) => Math.max(best, place.words.length), 0)
  const best = places.find((place) => place.words.length === most)
  const paths = places.map(({ file }) => file.path)
  if (best !== undefined) return { text: passageAt(shownAt(best)), paths }
  const [first] = files
  if (first === undefined) return { text: "", paths }
  return { text: passageAt({ path: first.path, lines: extractChangedLines(first), line: 0, words: [] }), paths }
}
