import { cutWords } from "../query/analyze.ts"
import type { Phrase } from "./phrases.ts"

// eslint-disable-next-line no-control-regex
const ascii = /^[\0-\x7f]*$/

/**
 * Whether a line may have one of some words, without cutting it. `İ` and a final `Σ` become lower case in other ways than a
 * whole text does; the second matters to words beyond ASCII only.
 */
export const mayHave = (line: string, words: ReadonlyArray<string>): boolean => {
  const lower = line.replaceAll("İ", "i").toLowerCase()
  return words.some((word) => (ascii.test(word) ? lower.includes(word) : !ascii.test(line)))
}

/** Cuts out of lines what a phrase may be in: words in a row, with none of its own further from the others than it allows. */
export const cutPassages = (
  lines: ReadonlyArray<string>,
  { slop, terms }: Phrase
): ReadonlyArray<ReadonlyArray<string>> => {
  const words = terms.map(({ text }) => text)
  const positions = terms.map(({ position }) => position)
  const reach = Math.max(...positions) - Math.min(...positions) + slop
  const passages: Array<ReadonlyArray<string>> = []
  let passage: Array<string> = []
  let between: Array<string> = []
  for (const line of lines) {
    if (mayHave(line, words)) {
      for (const word of between) passage.push(word)
      for (const word of cutWords(line)) passage.push(word)
      between = []
    } else if (passage.length > 0) {
      for (const word of cutWords(line)) between.push(word)
      if (between.length <= reach) continue
      passages.push(passage)
      passage = []
      between = []
    }
  }
  return [...passages, passage]
}
