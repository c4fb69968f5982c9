/** Characters of a word that may be made of several; longer ones are data, not names. */
const shortest = 3
export const maxNameChars = 80
const boundary = /[_-]+|(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u
const hump = /[\p{Ll}\p{N}]\p{Lu}|\p{Lu}\p{Lu}\p{Ll}/u
const joint = /[\p{L}\p{N}][_-]+[\p{L}\p{N}]/u

/** The parts of an identifier: `rateLimiter`, `rate_limiter` and `rate-limiter` have `rate` and `limiter`. */
export const splitIdentifier = (word: string): ReadonlyArray<string> =>
  word.split(boundary).filter((part) => part !== "")

const addSpellings = (found: Set<string>, word: string): void => {
  const hasHump = hump.test(word)
  const isJoined = joint.test(word)
  if (!hasHump && !isJoined) return
  const parts = splitIdentifier(word)
  if (parts.length < 2) return
  if (hasHump) found.add(parts.join(" "))
  if (isJoined) found.add(parts.join(""))
}

/** What a character below 128 is in a word: nothing, small or a digit, a capital, a joint. */
const kinds = { none: 0, small: 1, capital: 2, joint: 3, other: 4 } as const
const kindOf = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code)
  if (/[a-z0-9]/.test(character)) return kinds.small
  if (/[A-Z]/.test(character)) return kinds.capital
  return /[_-]/.test(character) ? kinds.joint : kinds.none
})
const foreign = /[\p{L}\p{N}_-]+/gu

/** Words with letters that are not ASCII, among whatever stands beside them. */
const addForeign = (found: Set<string>, text: string): void => {
  for (const [word] of text.matchAll(foreign)) {
    if (word.length >= shortest && word.length <= maxNameChars) addSpellings(found, word)
  }
}

/**
 * What an index of the words in texts lacks to find identifiers by any of their spellings: the parts of each one in a
 * row, where they are not words already, and all of them as one word, where they are.
 */
export const listSpellings = (texts: ReadonlyArray<string>): ReadonlySet<string> => {
  const found = new Set<string>()
  const seen = new Set<string>()
  for (const text of texts) addSpelled(found, seen, text)
  return found
}

const addSpelled = (found: Set<string>, seen: Set<string>, text: string): void => {
  const { length } = text
  // Most words have no parts: they are passed over letter by letter, which no regular expression does as quickly.
  for (let at = 0; at < length; at++) {
    const start = at
    let kind = kindAt(text, at)
    let before: number = kinds.none
    let mayHaveParts = false
    let isForeign = false
    for (; kind !== kinds.none; kind = kindAt(text, ++at)) {
      if (kind === kinds.joint || (kind === kinds.capital && before !== kinds.none)) mayHaveParts = true
      if (kind === kinds.other) isForeign = true
      before = kind
    }
    const size = at - start
    if (size < shortest || (!mayHaveParts && !isForeign)) continue
    if (isForeign) addForeign(found, text.slice(start, at))
    else if (size <= maxNameChars) {
      const word = text.slice(start, at)
      if (seen.has(word)) continue
      seen.add(word)
      addSpellings(found, word)
    }
  }
}

const kindAt = (text: string, at: number): number => {
  const code = text.charCodeAt(at)
  // No character is NaN.
  return code < 128 ? (kindOf[code] ?? kinds.none) : code >= 128 ? kinds.other : kinds.none
}
