import { truncateText } from "../model/commitText.ts"
import type { Reasons } from "../model/reasons.ts"
import { countFound, findFirst, type Words } from "./excerpt.ts"

/** Characters of the passage of an annotation that a search result shows. */
const passageLength = 400

/** Characters that are shown before a word in a line that is too long. */
const lead = 80

/** A line, or of a long one what stands around the first of the words. */
const excerptOf = (line: string, words: Words): string => {
  const first = findFirst(words, line)
  if (line.length <= passageLength || first <= passageLength / 2) return line
  return `…${line.slice(first - lead, first - lead + passageLength - 1)}`
}

/** What an annotation says in addition to its intent, a line each. */
const linesOf = ({ intent, why }: Reasons): ReadonlyArray<string> =>
  why.split("\n").filter((line) => line.trim() !== "" && line !== intent)

/** All that an annotation says in addition to its intent; empty where that is nothing. */
export const wholeReasoning = (reasons: Reasons): string => linesOf(reasons).join("\n")

/**
 * The passage of an annotation in which most of the words stand, at most 400 characters long; where they stand in its
 * intent alone, what it says first in addition. Empty where none of the words is in the annotation.
 */
export const matchedReasoning = (reasons: Reasons, words: Words): string => {
  const lines = linesOf(reasons)
  const counts = lines.map((line) => countFound(words, line))
  const most = Math.max(0, ...counts)
  if (most === 0 && countFound(words, reasons.intent) === 0) return ""
  const [best = "", ...further] = lines.slice(counts.indexOf(most))
  let text = excerptOf(best, words)
  for (const line of further) {
    if (text.length + 1 + line.length > passageLength) break
    text += `\n${line}`
  }
  return truncateText(text, passageLength).toWellFormed()
}
