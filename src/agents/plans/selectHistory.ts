import type { LineRange } from "../../domain/LineRange.ts"
import { alignLines } from "./alignLines.ts"
import { findNearComments, hasWords, isCommented, isInTexts } from "./nearComments.ts"
import {
  areRearranged,
  areTrivial,
  type ChangedLines,
  compareCode,
  findGone,
  findTextWords,
  hasBranch,
  isPlain
} from "./plainChanges.ts"
import { hashLines, type HistoryStatement, type Plan, type PlanItem } from "./Plan.ts"
import { rateHistory, statesCondition } from "./rateHistory.ts"
import { readLines, type SourceLine } from "./readLines.ts"
import type { EditedRange } from "./selectItems.ts"
import { findShared, findWords } from "./words.ts"

/** What replaces lines of a file. */
export interface Replacement {
  /** The file's text before. */
  readonly text: string
  /** The lines that are replaced. */
  readonly range: EditedRange
  readonly added: ReadonlyArray<string>
}

/** Reasons that are rated lower are mostly about something else (bench/agents/RESULTS.md, "Usefulness"). */
const minRate = 1
/** The part of a commit's lines in a file that goes where a change undoes or replaces what the commit did. */
const minGonePart = 0.3
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

const countLines = (ranges: ReadonlyArray<LineRange>): number =>
  ranges.reduce((sum, { end, start }) => sum + end - start + 1, 0)

/** Finds the words of only the removed or only the added code. */
const findDifferingWords = (changed: ChangedLines): ReadonlySet<string> => {
  const { fresh, gone } = compareCode(changed)
  const [before, after] = [findWords(gone.join("\n")), findWords(fresh.join("\n"))]
  return new Set([...before, ...after].filter((word) => before.has(word) !== after.has(word)))
}

/** A word of fewer lines of a file is rare: one in so many. */
const linesOfRareWord = 20

/** Makes a test of whether words have one that is rare in a file, and not in its path, which most messages about it name. */
const makeNaming = (path: string, text: string) => {
  const ofPath = findWords(path)
  const lines = text.toLowerCase().split("\n")
  const isRare = (word: string) =>
    lines.filter((line) => line.includes(word)).length + 1 < lines.length / linesOfRareWord
  return (passage: ReadonlySet<string>, words: ReadonlySet<string>): boolean =>
    findShared(passage, words).some((word) => !ofPath.has(word) && isRare(word))
}

/** Makes a test of whether a commit wrote a comment around a change: its author has explained it there. */
const makeExplained = (before: ReadonlyArray<SourceLine>, { end, start }: LineRange, map: ReadonlyArray<number>) => {
  const around = { start: start - linesAround, end: end + linesAround }
  const commented = before.flatMap(({ comment }, index) =>
    isIn([around], index + 1) && hasWords(comment) ? [map[index] ?? 0] : []
  )
  return ({ lines }: PlanItem): boolean => commented.some((line) => isIn(lines, line))
}

/** A reason, and how surely it matters. */
interface RatedReason {
  readonly item: PlanItem
  readonly statement: HistoryStatement
  readonly rate: number
}

/** Rates the reasons that the commits of the replaced lines give for them; none where the change is plain. */
const rateReasons = (plan: Plan, path: string, replacement: Replacement, now: number): ReadonlyArray<RatedReason> => {
  const { range, text } = replacement
  if (range.isBetween === true) return []
  const map = alignLines(plan.lineHashes, hashLines(text))
  const planLines = map.slice(range.start - 1, range.end)
  // Before the file is read: most edits replace little of any commit.
  const undone = plan.items.filter(
    ({ history, lines }) =>
      history !== undefined && planLines.filter((line) => isIn(lines, line)).length >= minGonePart * countLines(lines)
  )
  if (undone.length === 0) return []
  const { added, before, removed } = readChange(path, replacement)
  if (isPlain({ added, removed }) || !hasBranch(removed)) return []
  const units = plan.units.filter(({ lines }) => planLines.some((line) => isIn([lines], line)))
  const described = units.map(({ head, lines }) => ({ start: lines.start - 1, end: head.end + docLines }))
  const near = { start: range.start - linesAbove, end: range.end + linesBelow }
  const comments = findNearComments(before, (line) => isIn([near], line) || isIn(described, map[line - 1] ?? 0), added)
  const changesHead = units.some(({ head }) => planLines.some((line) => isIn([head], line)))
  const differing = findDifferingWords({ added, removed })
  const names = makeNaming(path, text)
  const isExplained = makeExplained(before, range, map)
  const texts = findTextWords(removed)
  const isVisible = (statement: string) => isCommented(statement, comments) || isInTexts(statement, texts)
  return undone.flatMap((item) => {
    const own = removed.filter((_, index) => isIn(item.lines, planLines[index] ?? 0))
    const gone = findGone(own, added)
    const { history } = item
    const ownLines = countLines(item.lines)
    if (history === undefined || gone.length < minGonePart * ownLines || isExplained(item)) return []
    if (areTrivial(gone) || areRearranged(gone, added)) return []
    const goneWords = findWords(gone.join("\n"))
    const said = { history, ownLines, goneLines: gone.length, changesHead, now }
    return history.statements.flatMap((statement) => {
      const passage = findWords(statement.passage)
      if (!statesCondition(statement) || !names(passage, goneWords) || isVisible(statement.text)) return []
      const namesDifference = names(passage, differing)
      return [{ item, statement, rate: rateHistory({ ...said, statement, namesDifference }) }]
    })
  })
}

/** Selects the best reason that is good enough. */
const selectBest = (reasons: ReadonlyArray<RatedReason>): ReadonlyArray<PlanItem> => {
  const [best] = reasons.filter(({ rate }) => rate >= minRate).toSorted((a, b) => b.rate - a.rate)
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
  replacements.flatMap((replacement) => selectBest(rateReasons(plan, path, replacement, now)))
