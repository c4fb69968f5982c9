import type { LineRange } from "../../domain/LineRange.ts"
import { alignLines } from "./alignLines.ts"
import { hashLines, type Plan, type PlanItem } from "./Plan.ts"
import { areTrivial, type Change, findChangedWords, isCommented, isPlain, rateHistory } from "./rateHistory.ts"
import type { EditedRange } from "./selectItems.ts"

/** What replaces lines of a file. */
export interface Replacement {
  /** The file's text before. */
  readonly text: string
  /** The lines that are replaced. */
  readonly range: EditedRange
  readonly added: ReadonlyArray<string>
}

/** Reasons that are rated lower are mostly about something else (bench/agents/RESULTS.md, "Usefulness"). */
const minRate = 1.4
/** A commit that made more lines of a file is about many things. */
const maxLinesOfCommit = 200
/** Lines around a change whose comments are looked at. */
const contextLines = 3

const toChange = (path: string, { added, range: { end, start }, text }: Replacement): Change => {
  const lines = text.split("\n")
  const removed = lines.slice(start - 1, end)
  const context = [
    ...lines.slice(Math.max(0, start - 1 - contextLines), start - 1),
    ...lines.slice(end, end + contextLines)
  ]
  return { path, text, removed, added, context }
}

const isIn = (ranges: ReadonlyArray<LineRange>, line: number): boolean =>
  ranges.some(({ end, start }) => start <= line && line <= end)

const countLines = (ranges: ReadonlyArray<LineRange>): number =>
  ranges.reduce((sum, { end, start }) => sum + end - start + 1, 0)

/** Finds the best reason that the commits of the replaced lines give for them. */
const selectBest = (plan: Plan, path: string, replacement: Replacement, now: number): PlanItem | undefined => {
  const { range, text } = replacement
  const change = toChange(path, replacement)
  if (range.isBetween === true || isPlain(change)) return undefined
  const map = alignLines(plan.lineHashes, hashLines(text))
  const owned = plan.items.flatMap((item) => {
    const lines = change.removed.filter(
      (line, index) => /\p{L}/u.test(line) && isIn(item.lines, map[range.start - 1 + index] ?? 0)
    )
    const total = countLines(item.lines)
    if (item.history === undefined || total > maxLinesOfCommit || areTrivial(lines)) return []
    return [{ item, history: item.history, own: { lines, total } }]
  })
  if (owned.length === 0) return undefined
  const words = findChangedWords(change)
  let best: PlanItem | undefined
  let bestRate = minRate
  for (const { history, item, own } of owned) {
    for (const statement of history.statements) {
      if (isCommented(statement.text, words)) continue
      const rate = rateHistory({ history, statement, own, change, words, now })
      if (rate >= bestRate) [best, bestRate] = [{ ...item, text: statement.passage }, rate]
    }
  }
  return best
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
  replacements.flatMap((replacement) => {
    const best = selectBest(plan, path, replacement, now)
    return best === undefined ? [] : [best]
  })
