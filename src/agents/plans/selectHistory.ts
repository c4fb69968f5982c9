import type { LineRange } from "../../domain/LineRange.ts"
import { alignLines } from "./alignLines.ts"
import { findNearComments, hasWords, isCommented } from "./nearComments.ts"
import { type ChangedLines, compareCode, findGone, isPlain } from "./plainChanges.ts"
import { hashLines, type HistoryStatement, type Plan, type PlanItem } from "./Plan.ts"
import { makeSigns, rateSigns, type Signs } from "./rateHistory.ts"
import { readLines, type SourceLine } from "./readLines.ts"
import type { EditedRange } from "./selectItems.ts"
import { findWords } from "./words.ts"

/** What replaces lines of a file. */
export interface Replacement {
  /** The file's text before. */
  readonly text: string
  /** The lines that are replaced. */
  readonly range: EditedRange
  readonly added: ReadonlyArray<string>
}

/** Reasons that are rated lower matter less often than eight times in ten (bench/agents/RESULTS.md, "Usefulness"). */
const minRate = 1.2
/** A smaller part of a commit's lines in a file is seldom what the commit was about. */
const minGonePart = 0.2
/** Lines around a change whose comments are looked at. */
const linesAbove = 4
const linesBelow = 3
/** Lines below the head of a unit where its doc string is. */
const docLines = 2
/** Lines around a change where a comment of its commit is about the same. */
const linesAround = 10

/** Divides the lines of a change into code and comments, as they are in the file before and after. */
const readChange = (path: string, { added, range, text }: Replacement) => {
  const lines = text.split("\n")
  const [above, below] = [lines.slice(0, range.start - 1), lines.slice(range.end)]
  const before = readLines(path, text)
  const after = readLines(path, [...above, ...added, ...below].join("\n"))
  return {
    before,
    removed: before.slice(range.start - 1, range.end),
    added: after.slice(range.start - 1, range.start - 1 + added.length)
  }
}

const isIn = (ranges: ReadonlyArray<LineRange>, line: number): boolean =>
  ranges.some(({ end, start }) => start <= line && line <= end)

const hasName = ({ code }: SourceLine): boolean => /\p{L}/u.test(code)

const countLines = (ranges: ReadonlyArray<LineRange>): number =>
  ranges.reduce((sum, { end, start }) => sum + end - start + 1, 0)

/** Makes a function that finds how rare a word is in a file: not at all in its path, which most messages about it name. */
const makeRarity = (path: string, text: string) => {
  const ofPath = findWords(path)
  const lines = text.toLowerCase().split("\n")
  return (word: string): number => {
    if (ofPath.has(word)) return 0
    const count = lines.filter((line) => line.includes(word)).length
    return Math.max(0, Math.log2(lines.length / (count + 1)))
  }
}

/** Finds the words of only the added code. */
const findFreshWords = (changed: ChangedLines): ReadonlySet<string> => {
  const { fresh, gone } = compareCode(changed)
  const before = findWords(gone.join("\n"))
  return new Set([...findWords(fresh.join("\n"))].filter((word) => !before.has(word)))
}

/** Makes a test of whether a commit wrote a comment around a change: its author has explained it there. */
const makeExplained = (before: ReadonlyArray<SourceLine>, { end, start }: LineRange, map: ReadonlyArray<number>) => {
  const around = { start: start - linesAround, end: end + linesAround }
  const commented = before.flatMap(({ comment }, index) =>
    isIn([around], index + 1) && hasWords(comment) ? [map[index] ?? 0] : []
  )
  return ({ lines }: PlanItem): boolean => commented.some((line) => isIn(lines, line))
}

/** A reason, with the signs by which it is rated. */
export interface Reason {
  readonly item: PlanItem
  readonly statement: HistoryStatement
  readonly signs: Signs
}

/** Finds the reasons that the commits of the replaced lines give for them; none where the change is plain. */
export const findReasons = (plan: Plan, path: string, replacement: Replacement, now: number): ReadonlyArray<Reason> => {
  const { range, text } = replacement
  if (range.isBetween === true) return []
  const map = alignLines(plan.lineHashes, hashLines(text))
  const planLines = map.slice(range.start - 1, range.end)
  // Before the file is read: most edits replace little of any commit.
  // A merge changes no file itself, and none was among the reasons that the weights were learned from.
  const undone = plan.items.filter(
    ({ history, lines }) =>
      history !== undefined &&
      history.files > 0 &&
      planLines.filter((line) => isIn(lines, line)).length >= minGonePart * countLines(lines)
  )
  if (undone.length === 0) return []
  const { added, before, removed } = readChange(path, replacement)
  if (isPlain({ added, removed })) return []
  const units = plan.units.filter(({ lines }) => planLines.some((line) => isIn([lines], line)))
  const described = units.map(({ head, lines }) => ({ start: lines.start - 1, end: head.end + docLines }))
  const near = { start: range.start - linesAbove, end: range.end + linesBelow }
  const comments = findNearComments(before, (line) => isIn([near], line) || isIn(described, map[line - 1] ?? 0), added)
  const isExplained = makeExplained(before, range, map)
  const ofChange = {
    added: added.map(({ code }) => code),
    freshWords: findFreshWords({ added, removed }),
    findRarity: makeRarity(path, text),
    now
  }
  return undone.flatMap((item) => {
    const { history } = item
    const own = removed.filter((_, index) => isIn(item.lines, planLines[index] ?? 0))
    const gone = findGone(own, added)
    const ownLines = countLines(item.lines)
    if (history === undefined || gone.length < minGonePart * ownLines || !gone.some(hasName)) return []
    const ownPart = own.length / removed.length
    const listSigns = makeSigns({ ...ofChange, history, ownLines, gone, ownPart, isExplained: isExplained(item) })
    return history.statements
      .filter((statement) => !isCommented(statement.text, comments))
      .map((statement) => ({ item, statement, signs: listSigns(statement) }))
  })
}

/** Selects the best reason that is good enough. */
const selectBest = (reasons: ReadonlyArray<Reason>): ReadonlyArray<PlanItem> => {
  const [best] = reasons
    .map((reason) => ({ ...reason, rate: rateSigns(reason.signs) }))
    .filter(({ rate }) => rate >= minRate)
    .toSorted((a, b) => b.rate - a.rate)
  return best === undefined ? [] : [{ ...best.item, text: best.statement.passage }]
}

/**
 * Selects what the history of replaced lines says that matters to their change: at most one thing for each replacement.
 *
 * @param now seconds since 1970
 */
export const selectHistory = (
  plan: Plan,
  path: string,
  replacements: ReadonlyArray<Replacement>,
  now: number
): ReadonlyArray<PlanItem> =>
  replacements.flatMap((replacement) => selectBest(findReasons(plan, path, replacement, now)))
