import type { Connection } from "../../adapters/sql/Connection.ts"
import { findDefiningFiles } from "./definingFiles.ts"
import type { Tag } from "./tags.ts"
import { type Field, type FieldMatch, matchFields } from "./matchFields.ts"
import { findPathFiles, lineOf } from "./pathFiles.ts"
import { findNearPhrase, type NearPhrase } from "./nearPhrases.ts"
import { findPhrase, isPhrase, type ReadText, wordsOf } from "./phrases.ts"
import { rarityOf, type ViewFile, type ViewFiles } from "./viewFiles.ts"

/** Weight at which a tag has half of its worth: a second field adds less than the first. */
const saturation = 5

const factors = { test: 0.1, generated: 0.3, noCode: 0.3 }
/** What words in a row are worth to the only file that has them so, among e - 1 files. */
const phraseWeight = 1
/** Words in a row that are a text of the code rather than a concept. */
const minTextWords = 4
/** Share of its words that a text must have in a row, beside tags that are taken from it. */
const minTextShare = 0.8
/** What a test keeps of what it gains by being or defining what a tag names. */
const namedTestFactor = 0.5
/** What a file gains for each tag after the first that it matches. */
const gainPerTag = 0.25
/** What a file that everything depends on gains at most. */
const maxPrior = 0.15

/** How well a file matches. */
export interface Ranked {
  readonly file: ViewFile
  readonly score: number
  /** The fields in which each tag matched, by the tag's number; the text's follows those of the tags. */
  readonly matched: ReadonlyMap<number, ReadonlyArray<Field>>
  /** Where the words of a tag or of the text stand in a row, or the line after a path, by its number. */
  readonly lines: ReadonlyMap<number, number>
}

/** Whether a tag names tests. Only the last word tells: `session tests` does, `test client` does not. */
const isAboutTests = (tags: ReadonlyArray<Tag>): boolean =>
  tags.some(({ parts }) => /^(?:tests?|testing|specs?|fixtures?|mocks?)$/.test(parts.at(-1) ?? ""))

const factorOf = (file: ViewFile, countsTests: boolean): number =>
  (file.isTest && !countsTests ? factors.test : 1) *
  (file.isGenerated ? factors.generated : 1) *
  (file.isCode ? 1 : factors.noCode)

/** Gains of files from what depends on them, at most {@link maxPrior}. */
const priorOf = (dependents: number, most: number): number =>
  most === 0 ? 1 : 1 + (maxPrior * Math.log1p(dependents)) / Math.log1p(most)

const coverageOf = (matched: ReadonlyMap<number, unknown>): number => 1 + gainPerTag * (matched.size - 1)

/** What is known of a file while tags are looked for. */
interface Scored {
  score: number
  /** Gained by being or defining what tags name, whatever kind of file it is. */
  named: number
  readonly matched: Map<number, ReadonlyArray<Field>>
  readonly lines: Map<number, number>
}

/** What is asked of a view. */
interface Asked {
  readonly connection: Connection
  readonly view: ViewFiles
  readonly tags: ReadonlyArray<Tag>
  /** What the tags are taken from, which a file may have as it is. */
  readonly text: Tag | undefined
  /** Whether tests count as other files do. */
  readonly countsTests: boolean
  readonly readText: ReadText
}

/** The positions of files, those first that a tag matches best by its words. */
const sortByWords = (
  { countsTests, view: { files } }: Asked,
  found: ReadonlyMap<number, FieldMatch>
): ReadonlyArray<number> => {
  const worth = new Map<number, number>()
  for (const [at, { sum }] of found) {
    const file = files[at]
    if (file !== undefined) worth.set(at, sum * factorOf(file, countsTests))
  }
  return [...worth].toSorted(([a, one], [b, other]) => other - one || a - b).map(([at]) => at)
}

/** Finds where a phrase is, as it is or, if nothing has it so, with other values in it. */
const locatePhrase = (tag: Tag, found: ReadonlyMap<number, FieldMatch>, asked: Asked): NearPhrase => {
  const { connection, countsTests, readText, view } = asked
  const lines = findPhrase(tag, view.files, sortByWords(asked, found), readText)
  if (lines.size > 0) return { lines, share: 1 }
  return findNearPhrase(connection, view, { tag, factorOf: (file) => factorOf(file, countsTests), readText })
}

/** Adds what words in a row are worth to the files that have them. `share`: of the worth that they have alone. */
const scorePhrase = (
  scoreOf: (at: number) => Scored,
  number: number,
  phrase: NearPhrase,
  share: number,
  { view }: Asked
): void => {
  for (const [at, line] of phrase.lines) {
    const scored = scoreOf(at)
    scored.score += phraseWeight * phrase.share * rarityOf(view, phrase.lines) * share
    scored.lines.set(number, line)
    if (!scored.matched.has(number)) scored.matched.set(number, ["body"])
  }
}

/** Adds what it is worth to define what a tag names, or to be it. `share`: of the worth that it has alone. */
const scoreNamed = (
  scoreOf: (at: number) => Scored,
  number: number,
  tag: Tag,
  share: number,
  { connection, view }: Asked
): void => {
  const add = (gains: ReadonlyMap<number, number>, field: Field): void => {
    for (const [at, gain] of gains) {
      const scored = scoreOf(at)
      scored.named += gain * share
      if (!scored.matched.has(number)) scored.matched.set(number, [field])
    }
  }
  add(findDefiningFiles(connection, view, tag), "definitions")
  const files = findPathFiles(view, tag)
  add(files, "filename")
  const line = lineOf(tag)
  if (line !== undefined) for (const at of files.keys()) scoreOf(at).lines.set(number, line)
}

/** Adds what a tag is worth to the files that it matches. */
const scoreTag = (scoreOf: (at: number) => Scored, number: number, tag: Tag, asked: Asked): void => {
  const { connection, tags, view } = asked
  const share = 1 / tags.length
  const found = matchFields(connection, view, tag)
  const rarity = rarityOf(view, found)
  for (const [at, { sum, where }] of found) {
    const scored = scoreOf(at)
    scored.score += (rarity * sum) / (sum + saturation)
    scored.matched.set(number, where)
  }
  if (isPhrase(tag)) {
    const phrase = locatePhrase(tag, found, asked)
    // Three words in a row may be a concept; more of them, exactly so, are the text that is looked for, whatever the other tags are.
    const isText = phrase.share === 1 && wordsOf(tag.text).length >= minTextWords
    scorePhrase(scoreOf, number, phrase, isText ? 1 : share, asked)
  }
  if (tags.length === 1 || tag.isIdentifier) scoreNamed(scoreOf, number, tag, share, asked)
}

/** Adds what a text is worth to the files that have it as it is, or with other values in it, or define what it names. */
const scoreText = (scoreOf: (at: number) => Scored, text: Tag, asked: Asked): void => {
  const { connection, tags, view } = asked
  const share = 1 / (tags.length + 1)
  if (isPhrase(text)) {
    const phrase = locatePhrase(text, matchFields(connection, view, text), asked)
    if (phrase.share >= minTextShare) scorePhrase(scoreOf, tags.length, phrase, 1, asked)
  }
  scoreNamed(scoreOf, tags.length, text, share, asked)
}

/**
 * Ranks the files that match a tag: each tag counts once, by where it matches, more if it is rare in the view, and less for
 * each further field. A file that matches several tags gains {@link gainPerTag} for each of them. Files gain that have a phrase as it is, and
 * those that are or define what a tag names, if the tag is written as a name or is the only one. Files with an equal score are in the order of their
 * paths.
 */
export const rank = (asked: Asked): ReadonlyArray<Ranked> => {
  const { tags, text, view } = asked
  const countsTests = asked.countsTests || isAboutTests(tags)
  const scores = new Map<number, Scored>()
  const scoreOf = (at: number): Scored => {
    const scored = scores.get(at) ?? { score: 0, named: 0, matched: new Map(), lines: new Map() }
    scores.set(at, scored)
    return scored
  }
  for (const [number, tag] of tags.entries()) scoreTag(scoreOf, number, tag, { ...asked, countsTests })
  if (text !== undefined) scoreText(scoreOf, text, { ...asked, countsTests })
  return [...scores]
    .flatMap(([at, { lines, matched, named, score }]) => {
      const file = view.files[at]
      if (file === undefined) return []
      const factor = factorOf(file, countsTests) * priorOf(file.dependents, view.mostDependents) * coverageOf(matched)
      const gain = named * (file.isTest && !countsTests ? namedTestFactor : 1)
      return [{ file, matched, lines, score: score * factor + gain }]
    })
    .toSorted((a, b) => b.score - a.score || (a.file.path < b.file.path ? -1 : 1))
}
