import { distance } from "fastest-levenshtein"

/** Most names that are suggested, and how different they may be: edits over the longer length. */
const maxSuggestions = 3
const maxDifference = 0.6

/** The last part of a name without `.git`, in lower case. */
const toShort = (name: string): string => (name.split("/").at(-1) ?? name).replace(/\.git$/i, "").toLowerCase()

/** Lists the names that are most like an unknown one, best first. */
export const suggestNames = (unknown: string, names: ReadonlyArray<string>): ReadonlyArray<string> => {
  const wanted = toShort(unknown.slice(0, 200))
  return names
    .map((name) => {
      const short = toShort(name)
      return { name, difference: distance(wanted, short) / Math.max(1, wanted.length, short.length) }
    })
    .filter(({ difference }) => difference <= maxDifference)
    .toSorted((a, b) => a.difference - b.difference)
    .slice(0, maxSuggestions)
    .map(({ name }) => name)
}
