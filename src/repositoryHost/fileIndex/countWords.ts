import { decodeContent } from "../searching/decodeContent.ts"
import { cutWords } from "../query/analyze.ts"

/** A NUL among these first bytes marks a file as binary, as git has it. */
const sniffedBytes = 8000

/** Whether git takes a content for binary. */
export const isBinary = (bytes: Uint8Array): boolean => bytes.subarray(0, sniffedBytes).includes(0)

/** Counts the words of a content line by line, as a search does: no word goes over a line end. */
export const countWords = (bytes: Uint8Array): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>()
  const text = decodeContent(bytes)
  for (const line of text.split("\n")) {
    // A long word may be cut within a character.
    for (const word of cutWords(line)) {
      const whole = word.toWellFormed()
      counts.set(whole, (counts.get(whole) ?? 0) + 1)
    }
  }
  return counts
}
