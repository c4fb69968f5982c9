import { Effect } from "effect"
import type { PathChange } from "../../adapters/git/CommitChange.ts"
import { listWords } from "../../domain/identifiers.ts"
import { makeFollower } from "./readRecentChanges.ts"

/** Maximum files of a commit whose title counts for them. A larger commit changes more than one thing. */
const maxFiles = 30
/** Maximum words of a title. A longer one is a message without a title. */
const maxWords = 40
/** Maximum files in the result, those with the best titles first. */
const maxMatches = 500
/** Commits to index before other work gets its turn. */
const commitsPerTurn = 200

/** A commit by the words of its title. */
interface Titled {
  /** Number of its words. */
  readonly words: number
  /** The files that it changed, by the numbers of the paths that they have now. */
  readonly files: ReadonlyArray<number>
}

/** The titles of commits by their words. */
export interface Titles {
  readonly commits: number
  /** The commits with a word, by its stem. */
  readonly byStem: ReadonlyMap<string, ReadonlyArray<Titled>>
  /** The path of each number. */
  readonly paths: ReadonlyArray<string>
}

/** Shortest word that is cut. */
const minStemmedChars = 5
const minWordChars = 2

/** A word without common endings, roughly, as it is only compared with other stems: `closes` and `closing` are `clos`. */
const stem = (word: string): string =>
  word.length < minStemmedChars ? word : word.replace(/(?:ing|ed|es|s|ions?|e)$/, "")

const stemsOf = (texts: Iterable<string>): ReadonlySet<string> =>
  new Set([...listWords(texts, maxWords)].filter(({ length }) => length >= minWordChars).map(stem))

/** Numbers values in the order in which they occur. */
const makeNumbers = () => {
  const numbers = new Map<string, number>()
  const numberOf = (value: string): number => {
    const number = numbers.get(value) ?? numbers.size
    numbers.set(value, number)
    return number
  }
  return { numberOf, values: () => [...numbers.keys()] }
}

/** Indexes the titles of commits, newest first, that changed some files. */
export const indexTitles = Effect.fn("Evidence.indexTitles")(function* (changes: ReadonlyArray<PathChange>) {
  const follow = makeFollower()
  const { numberOf, values } = makeNumbers()
  const byStem = new Map<string, Array<Titled>>()
  let commits = 0
  for (const [at, { files: changed, title = "" }] of changes.entries()) {
    if (at % commitsPerTurn === commitsPerTurn - 1) yield* Effect.yieldNow
    const paths = changed.flatMap((file) => {
      const path = follow(file)
      return file.isEdited ? [path] : []
    })
    const stems = stemsOf([title])
    if (paths.length === 0 || changed.length > maxFiles || stems.size === 0) continue
    commits += 1
    const titled = { words: stems.size, files: paths.map(numberOf) }
    for (const each of stems) {
      const known = byStem.get(each)
      if (known === undefined) byStem.set(each, [titled])
      else known.push(titled)
    }
  }
  return { commits, byStem, paths: values() } satisfies Titles
})

/**
 * Finds how well the titles of the commits that changed a file match some words, by its path: the sum of the rarities of the words in them,
 * less for longer titles and for commits that changed more files.
 */
export const matchTitles = (
  { byStem, commits, paths }: Titles,
  words: ReadonlyArray<string>
): ReadonlyMap<string, number> => {
  const worth = new Float64Array(paths.length)
  for (const each of stemsOf(words)) {
    const found = byStem.get(each) ?? []
    const rarity = Math.log1p(commits / Math.max(1, found.length))
    for (const { files, words: length } of found) {
      const gain = rarity / Math.sqrt(length * files.length)
      for (const file of files) worth[file] = (worth[file] ?? 0) + gain
    }
  }
  const best = paths
    .flatMap((path, file) => {
      const value = worth[file] ?? 0
      return value > 0 ? [{ path, value }] : []
    })
    .toSorted((a, b) => b.value - a.value || (a.path < b.path ? -1 : 1))
  return new Map(best.slice(0, maxMatches).map(({ path, value }) => [path, value]))
}
