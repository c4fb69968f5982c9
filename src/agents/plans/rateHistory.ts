import type { CommitHistory, HistoryStatement } from "./Plan.ts"
import { hasBranch, splitTokens } from "./plainChanges.ts"
import type { SourceLine } from "./readLines.ts"
import learned from "./weights.json" with { type: "json" }
import { findShared, findWords } from "./words.ts"

/** Titles of commits that repair or prevent something. */
const repair = /\b(?:fix|bug|crash|leak|race|regress|avoid|prevent|don't|do not)/i

const secondsOfDay = 24 * 3600
/** With so large a part of the names and signs of lines in the added ones, only their form changes. */
const maxKeptPart = 7 / 8
/** More words of a title say no more. */
const maxTitleWords = 2

/** What a change takes away of a commit, and what it puts there. */
export interface Loss {
  readonly history: CommitHistory
  /** How many lines of the file are the commit's. */
  readonly ownLines: number
  /** Those of them that go, and their part of all that are replaced. */
  readonly gone: ReadonlyArray<SourceLine>
  readonly ownPart: number
  /** The lines of code that are added, and the words that only these have. */
  readonly added: ReadonlyArray<string>
  readonly freshWords: ReadonlySet<string>
  /** How rare a word is in the file: the logarithm of lines to one with the word. */
  readonly findRarity: (word: string) => number
  /** Whether the commit wrote a comment around the change. */
  readonly isExplained: boolean
  /** Seconds since 1970. */
  readonly now: number
}

/** Counts the tokens that are also in another list, each as often as it is there. */
const countKept = (tokens: ReadonlyArray<string>, others: ReadonlyArray<string>): number => {
  const left = new Map<string, number>()
  for (const token of others) left.set(token, (left.get(token) ?? 0) + 1)
  return tokens.filter((token) => {
    const count = left.get(token) ?? 0
    left.set(token, count - 1)
    return count > 0
  }).length
}

/** Compares the names and signs of lines that go with those that are added. */
const compareTokens = (gone: ReadonlyArray<string>, added: ReadonlyArray<string>) => {
  const tokens = splitTokens(gone)
  const others = splitTokens(added)
  const names = [...new Set(tokens)].filter((token) => /^[\p{L}_]\w\w/u.test(token))
  const kept = new Set(others)
  const keptPart = countKept(tokens, others) / tokens.length
  return {
    keptTokens: keptPart,
    keptNames: names.length === 0 ? 1 : names.filter((name) => kept.has(name)).length / names.length,
    rearranged: Number(keptPart >= maxKeptPart)
  }
}

/** Makes a function that lists the signs by which a statement of the commit is rated. */
export const makeSigns = (loss: Loss) => {
  const { added, findRarity, freshWords, gone, history, now } = loss
  const code = gone.map((line) => line.code)
  const goneWords = findWords(code.join("\n"))
  const ofCommit = {
    files: Math.log2(history.files),
    days: Math.log2(1 + Math.max(0, (now - history.time) / secondsOfDay)),
    repairs: Number(repair.test(history.subject)),
    gonePart: gone.length / loss.ownLines,
    ownPart: loss.ownPart,
    ...compareTokens(code, added),
    decides: Number(hasBranch(gone)),
    explained: Number(loss.isExplained),
    titleFresh: Math.min(maxTitleWords, findShared(findWords(history.subject), freshWords).length)
  }
  return ({ passage, text }: HistoryStatement) => {
    const named = findShared(findWords(passage), freshWords).map(findRarity)
    return {
      ...ofCommit,
      passageChars: Math.log2(1 + passage.length),
      rarestGone: Math.max(0, ...findShared(findWords(text), goneWords).map(findRarity)),
      namedFresh: Math.log2(1 + named.reduce((sum, rarity) => sum + rarity, 0))
    }
  }
}

/** What is known of a reason and of the change that it may matter to, in numbers. */
export type Signs = ReturnType<ReturnType<typeof makeSigns>>

/**
 * What each sign adds to the log odds that a reason matters, the empty one to all of them. Made by `bench/agents/train.ts`.
 */
const weights: ReadonlyMap<string, number> = new Map(Object.entries(learned))

/** Rates how surely a reason matters to a change: the log odds. */
export const rateSigns = (signs: Signs): number =>
  Object.entries(signs).reduce((sum, [name, value]) => sum + (weights.get(name) ?? 0) * value, weights.get("") ?? 0)
