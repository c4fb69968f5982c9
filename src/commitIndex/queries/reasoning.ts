import { truncateText } from "../model/commitText.ts"
import type { Reasons } from "../model/reasons.ts"
import { countFound, findFirst, type WordFinders } from "./excerpt.ts"

/** Longest annotation excerpt in a search result, in characters. */
const maxExcerptChars = 400

/** Characters shown before the match in a clipped line. */
const leadChars = 80

/** Clips a long line to the text around the first match. */
const clipLine = (line: string, words: WordFinders): string => {
  const first = findFirst(words, line)
  if (line.length <= maxExcerptChars || first <= maxExcerptChars / 2) return line
  return `…${line.slice(first - leadChars, first - leadChars + maxExcerptChars - 1)}`
}

/** Lists the lines of an annotation other than its intent. */
const listLines = ({ intent, why }: Reasons): ReadonlyArray<string> =>
  why.split("\n").filter((line) => line.trim() !== "" && line !== intent)

/** Returns the annotation text without the intent; empty if there is nothing else. */
export const wholeReasoning = (reasons: Reasons): string => listLines(reasons).join("\n")

/**
 * Extracts at most 400 characters of an annotation, starting at the line with the most words. If only the intent matches,
 * starts at the first line after it. Empty if nothing matches.
 */
export const matchedReasoning = (reasons: Reasons, words: WordFinders): string => {
  const lines = listLines(reasons)
  const counts = lines.map((line) => countFound(words, line))
  const most = Math.max(0, ...counts)
  if (most === 0 && countFound(words, reasons.intent) === 0) return ""
  const [best = "", ...further] = lines.slice(counts.indexOf(most))
  let text = clipLine(best, words)
  for (const line of further) {
    if (text.length + 1 + line.length > maxExcerptChars) break
    text += `\n${line}`
  }
  return truncateText(text, maxExcerptChars).toWellFormed()
}
