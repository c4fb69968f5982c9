const months = "january february march april may june july august september october november december"
const days = "sunday monday tuesday wednesday thursday friday saturday"
const numbers = "zero one two three four five six seven eight nine ten last"
const units = "second seconds minute minutes hour hours day days week weeks month months year years"
const others = "ago yesterday noon midnight tea am pm at on of and the utc gmt z t th st nd rd"
const fullWords = new Set([numbers, units, others].flatMap((words) => words.split(" ")))
const abbreviable = [months, days].flatMap((words) => words.split(" "))

const isWord = (word: string): boolean =>
  fullWords.has(word) || (word.length >= 3 && abbreviable.some((name) => name.startsWith(word)))

const date = /(?:^|\s)(?:\d{4}[-/.](?:0?[1-9]|1[0-2])[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.]\d{4})(?:[\st]|$)/
const seconds = /^@?\d{9,}/

/**
 * Whether a text looks like a time, so that git may parse it. Git finds a time in nearly any text with a number: a misspelled
 * revision would silently become a date long ago.
 */
export const looksLikeTime = (text: string): boolean => {
  const lower = text.toLowerCase()
  const words = lower.match(/\p{L}+/gu) ?? []
  return words.every(isWord) && (words.some((word) => word !== "z") || date.test(lower) || seconds.test(lower))
}
