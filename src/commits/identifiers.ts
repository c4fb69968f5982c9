/** A word that may be made of several: letters, digits, `_` and `-`; longer ones are data, not names. */
const candidate = /[\p{L}\p{N}_-]{3,80}/gu
const boundary = /[_-]+|(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u
/** Cheap to see, and true for every word that has parts. */
const mayHaveParts = /[_-]|[\p{Ll}\p{N}]\p{Lu}|\p{Lu}\p{Lu}\p{Ll}/u

/** The parts of an identifier: `rateLimiter`, `rate_limiter` and `rate-limiter` have `rate` and `limiter`. */
export const partsOf = (word: string): ReadonlyArray<string> => word.split(boundary).filter((part) => part !== "")

/**
 * What an index of whole words lacks to find identifiers by any of their spellings: of each one in the text its parts
 * in a row, and, where they are joined by `_` or `-`, all of them as one word.
 */
export const spellings = (text: string): ReadonlySet<string> => {
  const found = new Set<string>()
  for (const [word] of text.matchAll(candidate)) {
    if (!mayHaveParts.test(word)) continue
    const parts = partsOf(word)
    if (parts.length < 2) continue
    found.add(parts.join(" "))
    found.add(parts.join(""))
  }
  return found
}
