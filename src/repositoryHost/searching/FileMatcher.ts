import type { Query } from "../query/Query.ts"
import { cutWords } from "../query/analyze.ts"
import { evaluate, type Truth } from "./evaluate.ts"
import { type Leaf, listLeaves } from "./leaves.ts"
import { type LeafTest, makeLeafTest, placeWords } from "./matchTexts.ts"
import { countWord, isPlainWord } from "./findWord.ts"
import { cutPassages, mayHave } from "./passages.ts"
import { hasPhrase, type Phrase } from "./phrases.ts"

/** What a file has besides its content. */
export interface FileFields {
  readonly path: string
  /** Full name of the branch. */
  readonly branch: string
}

/** What is known of a file's content: how often each leaf was found, and where. */
export interface Matches {
  readonly counts: Array<number>
  /** The first matching lines, in order. */
  readonly lines: Array<number>
  /** The words of phrases, by the number of their leaf, that were seen in any line. */
  readonly seen: Map<number, Set<string>>
}

/** Most line numbers that are kept of a file. */
const maxLines = 64

/** Field of contents. */
export const contentField = "content"

const addCount = (matches: Matches, number: number, count: number): void => {
  matches.counts[number] = (matches.counts[number] ?? 0) + count
}

const isFound = (matches: Matches, number: number): boolean => (matches.counts[number] ?? 0) > 0

/** Records what a leaf finds among the words of a line. */
const noteLeaf = (
  matches: Matches,
  number: number,
  { isWord, leaf }: LeafTest,
  words: ReadonlyArray<string>
): boolean => {
  const matching = words.filter(isWord)
  if (matching.length === 0) return false
  if (leaf._tag === "Phrase") {
    const seen = matches.seen.get(number) ?? new Set()
    matches.seen.set(number, seen)
    for (const word of matching) seen.add(word)
    if (!hasPhrase(leaf, placeWords(words))) return false
  }
  addCount(matches, number, matching.length)
  return true
}

/** A plain word that is looked for, and the number of its leaf. */
interface PlainTest {
  readonly number: number
  readonly word: string
}

/** Records plain words in a line of lower case, without cutting it. Undefined if it has to be cut. */
const notePlain = (matches: Matches, tests: ReadonlyArray<PlainTest>, line: string): boolean | undefined => {
  const counts = tests.map(({ word }) => countWord(line, word))
  if (counts.includes(undefined)) return undefined
  for (const [at, { number }] of tests.entries()) addCount(matches, number, counts[at] ?? 0)
  return counts.some((count) => count !== undefined && count > 0)
}

/** Finds where any of some words is next. */
const makeFindNext = (text: string, words: ReadonlyArray<string>) => {
  const places = words.map((word) => ({ word, at: text.indexOf(word) }))
  return (from: number): number => {
    let nearest = text.length
    for (const place of places) {
      if (place.at !== -1 && place.at < from) place.at = text.indexOf(place.word, from)
      if (place.at !== -1 && place.at < nearest) nearest = place.at
    }
    return nearest
  }
}

/** Finds the first lines of a text of lower case with one of the words. Undefined if a line has to be cut. */
const findPlainLines = (text: string, tests: ReadonlyArray<PlainTest>): ReadonlyArray<number> | undefined => {
  const matches: Matches = { counts: [], lines: [], seen: new Map() }
  const findNext = makeFindNext(
    text,
    tests.map(({ word }) => word)
  )
  let [start, number] = [0, 1]
  for (let at = findNext(0); at < text.length && matches.lines.length < maxLines; at = findNext(start)) {
    let end = text.indexOf("\n", start)
    while (end !== -1 && end < at) {
      start = end + 1
      number += 1
      end = text.indexOf("\n", start)
    }
    const isMatch = notePlain(matches, tests, text.slice(start, end === -1 ? undefined : end))
    if (isMatch === undefined) return undefined
    if (isMatch) matches.lines.push(number)
    if (end === -1) break
    start = end + 1
    number += 1
  }
  return matches.lines
}

/** Whether a content has what a leaf asks for, as far as lines tell. */
const truthOfContent = (leaf: Leaf, number: number, matches: Matches): Truth => {
  if (isFound(matches, number)) return true
  if (leaf._tag !== "Phrase") return false
  return leaf.terms.every(({ text }) => matches.seen.get(number)?.has(text) === true) ? undefined : false
}

/** The words of which each line that one of some leaves is about has one; undefined if the leaves do not name them. */
const listLiteral = (leaves: ReadonlyArray<Leaf>): ReadonlyArray<string> | undefined => {
  const words = leaves.map((leaf) =>
    leaf._tag === "Term" || leaf._tag === "Prefix"
      ? [leaf.text]
      : leaf._tag === "Phrase"
        ? leaf.terms.map(({ text }) => text)
        : undefined
  )
  return words.includes(undefined) ? undefined : words.flatMap((each) => each ?? [])
}

/** Numbers of the lines that have a word of a phrase. */
const findLinesOf = (lines: ReadonlyArray<string>, { terms }: Phrase, { isWord }: LeafTest): ReadonlyArray<number> => {
  const words = terms.map(({ text }) => text)
  return lines.flatMap((line, at) => (mayHave(line, words) && cutWords(line).some(isWord) ? [at + 1] : []))
}

/** Tests files against a query. Words are compared once per search, whatever number of files they are in. */
export const makeFileMatcher = (query: Query) => {
  const weighed = listLeaves(query)
  const tests: ReadonlyArray<LeafTest> = weighed.map(({ leaf }) => makeLeafTest(leaf))
  const numbers = new Map<Leaf, number>(weighed.map(({ leaf }, number) => [leaf, number]))
  const contentTests = tests.flatMap((test, number) => (test.leaf.field === contentField ? [{ number, test }] : []))

  const plainTests: ReadonlyArray<PlainTest> = contentTests.flatMap(({ number, test: { leaf } }) =>
    leaf._tag === "Term" && isPlainWord(leaf.text) ? [{ number, word: leaf.text }] : []
  )
  const isPlain = plainTests.length === contentTests.length

  const literal = listLiteral(contentTests.map(({ test: { leaf } }) => leaf))

  const start = (): Matches => ({ counts: tests.map(() => 0), lines: [], seen: new Map() })

  const noteWords = (matches: Matches, text: string): boolean => {
    if (literal !== undefined && !mayHave(text, literal)) return false
    const words = cutWords(text)
    let isMatch = false
    for (const { number, test } of contentTests) isMatch = noteLeaf(matches, number, test, words) || isMatch
    return isMatch
  }

  /** Records a line. */
  const addLine = (matches: Matches, line: number, text: string): void => {
    const isMatch =
      (isPlain ? notePlain(matches, plainTests, text.toLowerCase()) : undefined) ?? noteWords(matches, text)
    if (isMatch && matches.lines.length < maxLines) matches.lines.push(line)
  }

  /** Finds the first matching lines of a content, without looking at the rest. */
  const findLines = (text: string): ReadonlyArray<number> =>
    (isPlain ? findPlainLines(text.toLowerCase(), plainTests) : undefined) ?? findByLine(text)

  const findByLine = (text: string): ReadonlyArray<number> => {
    const matches = start()
    for (let [from, number] = [0, 1]; from <= text.length && matches.lines.length < maxLines; number++) {
      const end = text.indexOf("\n", from)
      addLine(matches, number, text.slice(from, end === -1 ? undefined : end))
      if (end === -1) break
      from = end + 1
    }
    return matches.lines
  }

  const truthOfField = (leaf: Leaf, number: number, { branch, path }: FileFields): boolean => {
    const test = tests[number]
    if (test === undefined) return false
    if (leaf.field === "path") return test.holds(cutWords(path))
    if (leaf.field === "branch") return test.holds(cutWords(branch))
    return leaf.field === "type" && test.holds(["blob"])
  }

  /** Whether a file matches; undefined if its whole content has to be read for phrases that go over several lines. */
  const matchesFile = (fields: FileFields, matches: Matches): Truth =>
    evaluate(query, (leaf) => {
      const number = numbers.get(leaf) ?? -1
      return leaf.field === contentField ? truthOfContent(leaf, number, matches) : truthOfField(leaf, number, fields)
    })

  /** Records the phrases of a whole content that go over several lines. */
  const addContent = (matches: Matches, text: string): void => {
    const lines = text.split("\n")
    for (const { number, test } of contentTests) {
      const { leaf } = test
      if (leaf._tag !== "Phrase" || isFound(matches, number)) continue
      if (cutPassages(lines, leaf).some((words) => hasPhrase(leaf, placeWords(words)))) {
        addCount(matches, number, 1)
        for (const line of findLinesOf(lines, leaf, test)) {
          if (matches.lines.length < maxLines) matches.lines.push(line)
        }
      } else matches.seen.delete(number)
    }
    matches.lines.sort((a, b) => a - b)
  }

  /** Whether a file can match without any of the searched words in it. */
  const canMatchWithoutContent = evaluate(query, (leaf) => (leaf.field === contentField ? false : undefined)) !== false

  return {
    start,
    addLine,
    addContent,
    findLines,
    matchesFile,
    canMatchWithoutContent,
    factors: weighed.map(({ factor }) => factor)
  }
}

/** Tests files against a query. */
export type FileMatcher = ReturnType<typeof makeFileMatcher>
