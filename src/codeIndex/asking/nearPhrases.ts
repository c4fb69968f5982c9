import type { Connection } from "../../adapters/sql/Connection.ts"
import { selectWithWords } from "./matchFields.ts"
import { lineAt, type ReadText, wordsOf } from "./phrases.ts"
import type { Tag } from "./tags.ts"
import { rarityOf, type ViewFile, type ViewFiles } from "./viewFiles.ts"

/** Words of a phrase, and those of them that are no values: fewer are in too many files. */
const minWords = 4
const minPlainWords = 3
/** Words by which files are chosen, by their distance from a first one: neighbours, but for one that may be a value. */
const windows: ReadonlyArray<ReadonlyArray<number>> = [
  [0, 1, 2],
  [0, 1, 3],
  [0, 2, 3]
]
/** Share of the words that a file must have. */
const minShare = 0.6
/** Files, and characters of them, that are read. */
const maxFiles = 100
const maxChars = 8 * 1024 * 1024
/** The longest words of a phrase, around which its rows are looked for; how far, in characters; and how often in a file. */
const maxAnchors = 4
const reachChars = 250
const maxPlaces = 300
/** Rows before one that it may follow. */
const maxChains = 40

/** Where a phrase is in files but for some of its words. */
export interface NearPhrase {
  /** Lines by the positions of files. */
  readonly lines: ReadonlyMap<number, number>
  /** Share of the words that they have. */
  readonly share: number
}

/** What looks like a value in a message: it has digits, or signs before letters, as in quotation marks and paths, but not as in `can't`. */
const isValue = (token: string): boolean =>
  /\d|[^\p{L}\p{N}_-][\p{L}\p{N}]/u.test(token.replaceAll(/(?<=\p{L})['’](?=\p{L})/gu, ""))

/** The words of a phrase, in lower case, without what looks like values if enough is left. */
const plainWords = (text: string): ReadonlyArray<string> => {
  const tokens = text.toLowerCase().split(/\s+/)
  const plain = wordsOf(tokens.filter((token) => !isValue(token)).join(" "))
  return plain.length >= minPlainWords ? plain : wordsOf(tokens.join(" "))
}

/** Documents say much in nearly the same words. */
const prosePath = /\.(?:md|mdx|markdown|rst|adoc|txt)$/i

const nothing: NearPhrase = { lines: new Map(), share: 0 }

/** The positions of files that have most neighbouring words of a phrase, rare ones above all. */
const chooseFiles = (
  connection: Connection,
  view: ViewFiles,
  words: ReadonlyArray<string>,
  factorOf: (file: ViewFile) => number
): ReadonlyArray<number> => {
  const worth = new Map<number, number>()
  const chosen = words.flatMap((_, start) =>
    windows.map((window) => window.flatMap((distance) => words[start + distance] ?? []))
  )
  for (const some of chosen.filter(({ length }) => length === minPlainWords)) {
    const blobs = selectWithWords(connection, some)
    const positions = new Set(blobs.flatMap((blob) => view.byBlob.get(blob) ?? []))
    const rarity = rarityOf(view, positions)
    for (const at of positions) worth.set(at, (worth.get(at) ?? 0) + rarity)
  }
  const weigh = (at: number): number => {
    const file = view.files[at]
    return file === undefined || prosePath.test(file.path) ? 0 : (worth.get(at) ?? 0) * factorOf(file)
  }
  return [...worth.keys()]
    .map((at) => ({ at, weight: weigh(at) }))
    .filter(({ weight }) => weight > 0)
    .toSorted((a, b) => b.weight - a.weight || a.at - b.at)
    .map(({ at }) => at)
}

/** Words of a phrase that are in a row in a text. */
interface WordRow {
  /** Number of the first word in the text, and its offset in characters. */
  readonly at: number
  readonly offset: number
  /** Number of the first word in the phrase. */
  readonly from: number
  count: number
}

/** Numbers the words of a phrase, as they occur in it. */
const numberWords = (words: ReadonlyArray<string>): ReadonlyMap<string, ReadonlyArray<number>> => {
  const numbers = new Map<string, Array<number>>()
  for (const [number, word] of words.entries()) numbers.set(word, [...(numbers.get(word) ?? []), number])
  return numbers
}

const findRows = (text: string, numbersOf: ReadonlyMap<string, ReadonlyArray<number>>): ReadonlyArray<WordRow> => {
  const rows: Array<WordRow> = []
  let open = new Map<number, WordRow>()
  let at = 0
  for (const { 0: word, index: offset } of text.matchAll(/[\p{L}\p{N}]+/gu)) {
    const next = new Map<number, WordRow>()
    for (const number of numbersOf.get(word) ?? []) {
      const row = open.get(number) ?? { at, offset, from: number, count: 0 }
      row.count += 1
      if (row.count === 1) rows.push(row)
      next.set(number + 1, row)
    }
    open = next
    at += 1
  }
  return rows
}

const chooseAnchors = (words: ReadonlyArray<string>): ReadonlyArray<string> =>
  [...new Set(words)].toSorted((a, b) => b.length - a.length).slice(0, maxAnchors)

/** The parts of a text around anchors, as offsets of begins and ends. */
const findPlaces = (text: string, anchors: ReadonlyArray<string>): ReadonlyArray<readonly [number, number]> => {
  const found = anchors.flatMap((anchor) => {
    const offsets: Array<number> = []
    for (let at = text.indexOf(anchor); at !== -1 && offsets.length < maxPlaces; at = text.indexOf(anchor, at + 1)) {
      offsets.push(at)
    }
    return offsets
  })
  const places: Array<[number, number]> = []
  for (const offset of found.toSorted((a, b) => a - b)) {
    const last = places.at(-1)
    if (last !== undefined && offset - reachChars <= last[1]) last[1] = offset + reachChars
    else places.push([Math.max(0, offset - reachChars), offset + reachChars])
  }
  return places
}

interface Rows {
  /** Words of the phrase. */
  readonly count: number
  readonly offset: number
}

/** A chain of rows, by the last of them. */
interface Chain {
  readonly last: WordRow
  readonly count: number
  /** Offset of the first row. */
  readonly offset: number
}

/** The most words that rows have in all that follow each other closely, in the order of the phrase. */
const joinRows = (rows: ReadonlyArray<WordRow>, words: number): Rows => {
  const chains: Array<Chain> = []
  let best: Rows = { count: 0, offset: 0 }
  for (const row of rows) {
    let before: Chain | undefined
    for (const chain of chains.slice(-maxChains)) {
      const { last } = chain
      const gap = row.at - (last.at + last.count)
      const follows = gap >= 0 && gap <= words && row.from >= last.from + last.count
      if (follows && chain.count > (before?.count ?? 0)) before = chain
    }
    const joined = { last: row, count: row.count + (before?.count ?? 0), offset: before?.offset ?? row.offset }
    chains.push(joined)
    if (joined.count > best.count) best = joined
  }
  return best
}

/** Makes a function that finds where a text, in lower case, has most words of a phrase. */
const makeMatcher = (words: ReadonlyArray<string>): ((text: string) => Rows) => {
  const [numbersOf, anchors] = [numberWords(words), chooseAnchors(words)]
  return (text) => {
    let best: Rows = { count: 0, offset: 0 }
    for (const [start, end] of findPlaces(text, anchors)) {
      const { count, offset } = joinRows(findRows(text.slice(start, end), numbersOf), words.length)
      if (count > best.count) best = { count, offset: start + offset }
    }
    return best
  }
}

/**
 * Looks for a phrase that no file has as it is: a message that a program showed has values where the code has placeholders. Finds the files
 * that have most of its words in rows, at least {@link minShare}: of a test or a document, which may quote it, more must agree.
 */
export const findNearPhrase = (
  connection: Connection,
  view: ViewFiles,
  {
    tag,
    factorOf,
    readText
  }: {
    readonly tag: Tag
    /** What a match in a file is worth. */
    readonly factorOf: (file: ViewFile) => number
    readonly readText: ReadText
  }
): NearPhrase => {
  if (wordsOf(tag.text).length < minWords) return nothing
  const words = plainWords(tag.text)
  const match = makeMatcher(words)
  const least = Math.max(minPlainWords, Math.ceil(words.length * minShare))
  let best = { weight: 0, share: 0, lines: new Map<number, number>() }
  let chars = 0
  for (const at of chooseFiles(connection, view, words, factorOf).slice(0, maxFiles)) {
    const file = view.files[at]
    const text = (file === undefined ? "" : (readText(file.path) ?? "")).toLowerCase()
    chars += text.length
    if (file === undefined || chars > maxChars) break
    const { count, offset } = match(text)
    const weight = count * factorOf(file)
    if (count < least || weight < best.weight) continue
    if (weight > best.weight) best = { weight, share: count / words.length, lines: new Map() }
    best.lines.set(at, lineAt(text, offset))
  }
  return best
}
