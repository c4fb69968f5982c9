import type { Connection } from "../../adapters/sql/Connection.ts"
import { findDefiningFiles } from "./definingFiles.ts"
import type { Tag } from "./tags.ts"
import { type Field, type FieldMatch, matchFields } from "./matchFields.ts"
import { findPathFiles } from "./pathFiles.ts"
import { findNearPhrase, type NearPhrase } from "./nearPhrases.ts"
import { findPhrase, isPhrase, type ReadText, wordsOf } from "./phrases.ts"
import { isTask } from "./sentences.ts"
import { rarityOf, type ViewFile, type ViewFiles } from "./viewFiles.ts"

/** Weight at which a tag has half of its worth: a second field adds less than the first. */
const saturation = 5

const factors = { test: 0.1, tested: 0.03, generated: 0.3, noCode: 0.3 }
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
const namesTests = ({ parts }: Tag): boolean => /^(?:tests?|testing|specs?|fixtures?|mocks?)$/.test(parts.at(-1) ?? "")

/** Whether a tag asks for tests of what else is asked for: `session tests`, or `tests` next to other tags, but not `Session.test`. */
const asksForTests = (tag: Tag, { length }: ReadonlyArray<Tag>): boolean =>
  namesTests(tag) && !tag.isIdentifier && (tag.parts.length > 1 || length > 1)

const factorOf = (file: ViewFile, { countsTests, prefersTests }: Pick<Asked, "countsTests" | "prefersTests">): number =>
  (file.isTest && !countsTests ? factors.test : 1) *
  (prefersTests && !file.isTest ? factors.tested : 1) *
  (file.isGenerated ? factors.generated : 1) *
  (file.isCode ? 1 : factors.noCode)

/** What a file keeps of what it gains by being or defining what a tag names. */
const namedFactorOf = ({ isTest }: ViewFile, { countsTests, prefersTests }: Asked): number =>
  isTest ? (countsTests ? 1 : namedTestFactor) : prefersTests ? factors.tested : 1

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
  /** Whether tests are asked for, so that they count more than what they test. */
  readonly prefersTests: boolean
  /** How well the titles of the commits that changed a file match, by its path. */
  readonly titles?: ReadonlyMap<string, number> | undefined
  readonly readText: ReadText
}

/** The positions of files, those first that a tag matches best by its words. */
const sortByWords = (asked: Asked, found: ReadonlyMap<number, FieldMatch>): ReadonlyArray<number> => {
  const worth = new Map<number, number>()
  for (const [at, { sum }] of found) {
    const file = asked.view.files[at]
    if (file !== undefined) worth.set(at, sum * factorOf(file, asked))
  }
  return [...worth].toSorted(([a, one], [b, other]) => other - one || a - b).map(([at]) => at)
}

/** Finds where a phrase is, as it is or, if nothing has it so, with other values in it. */
const locatePhrase = (tag: Tag, found: ReadonlyMap<number, FieldMatch>, asked: Asked): NearPhrase => {
  const { connection, readText, view } = asked
  const lines = findPhrase(tag, view.files, sortByWords(asked, found), readText)
  if (lines.size > 0 || isTask(tag.text)) return { lines, share: 1 }
  return findNearPhrase(connection, view, { tag, factorOf: (file) => factorOf(file, asked), readText })
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

/** Adds what a file gains by defining what a tag names, or by being it. */
const gainBy = (scored: Scored, number: number, field: Field, gain: number): void => {
  const where = scored.matched.get(number) ?? []
  scored.named += gain
  if (!where.includes(field)) scored.matched.set(number, [...where, field])
}

/** Adds what it is worth to have a path that a tag names. `share`: of the worth that it has alone. */
const scorePaths = (
  scoreOf: (at: number) => Scored,
  number: number,
  tag: Tag,
  share: number,
  view: ViewFiles
): void => {
  for (const [at, { gain, line }] of findPathFiles(view, tag)) {
    const scored = scoreOf(at)
    gainBy(scored, number, "filename", gain * share)
    if (line !== undefined) scored.lines.set(number, line)
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
  for (const [at, gain] of findDefiningFiles(connection, view, tag))
    gainBy(scoreOf(at), number, "definitions", gain * share)
  scorePaths(scoreOf, number, tag, share, view)
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
  else if (tag.name === undefined) scorePaths(scoreOf, number, tag, share, view)
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

/** What a file gains at most by the titles of the commits that changed it. */
const maxTitleGain = 1

/** Fields that have words of names. */
const nameFields: ReadonlySet<Field> = new Set(["filename", "definitions", "symbols"])

/** Makes a test of files that have a word of each tag in names, so that they are what is looked for rather than what has to do with it. */
const makeIsNamed =
  (tags: ReadonlyArray<Tag>) =>
  ({ matched }: Scored): boolean =>
    tags.every((_, number) => matched.get(number)?.some((field) => nameFields.has(field)) === true)

/**
 * Makes a function that says by what the titles of its commits multiply the score of a file: most for the one that they match best. Not where
 * names have all that is asked for.
 */
const makeTitleFactor = (asked: Asked, scores: ReadonlyMap<number, Scored>): ((file: ViewFile) => number) => {
  const { tags, titles, view } = asked
  if (titles === undefined || titles.size === 0 || [...scores.values()].some(makeIsNamed(tags))) return () => 1
  const worthOf = (file: ViewFile): number => (titles.get(file.path) ?? 0) * factorOf(file, asked)
  const most = view.files.reduce((max, file) => Math.max(max, worthOf(file)), 0)
  return (file) => (most === 0 ? 1 : 1 + (maxTitleGain * worthOf(file)) / most)
}

/**
 * Ranks the files that match a tag: each tag counts once, by where it matches, more if it is rare in the view, and less for
 * each further field. A file that matches several tags gains {@link gainPerTag} for each of them. Files gain that have a phrase as it is, and
 * those that are or define what a tag names, if the tag is written as a name or is the only one. Files with an equal score are in the order of their
 * paths.
 */
export const rank = (given: Asked): ReadonlyArray<Ranked> => {
  const { tags, text, view } = given
  const prefersTests = given.prefersTests || tags.some((tag) => asksForTests(tag, tags))
  const asked = { ...given, prefersTests, countsTests: given.countsTests || prefersTests || tags.some(namesTests) }
  const scores = new Map<number, Scored>()
  const scoreOf = (at: number): Scored => {
    const scored = scores.get(at) ?? { score: 0, named: 0, matched: new Map(), lines: new Map() }
    scores.set(at, scored)
    return scored
  }
  for (const [number, tag] of tags.entries()) {
    // All tests have the word "tests": what they are tests of tells them apart.
    if (tag.parts.length > 1 || !asksForTests(tag, tags)) scoreTag(scoreOf, number, tag, asked)
  }
  if (text !== undefined) scoreText(scoreOf, text, asked)
  const titleFactorOf = makeTitleFactor(asked, scores)
  return [...scores]
    .flatMap(([at, { lines, matched, named, score }]) => {
      const file = view.files[at]
      if (file === undefined) return []
      const factor = factorOf(file, asked) * priorOf(file.dependents, view.maxDependents) * coverageOf(matched)
      const gain = named * namedFactorOf(file, asked)
      return [{ file, matched, lines, score: score * factor * titleFactorOf(file) + gain }]
    })
    .toSorted((a, b) => b.score - a.score || (a.file.path < b.file.path ? -1 : 1))
}
