/** Length range of identifiers, in characters; longer words are data, not names. */
const minNameChars = 3
export const maxNameChars = 80
const boundary = /[_-]+|(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u
const camelBoundary = /[\p{Ll}\p{N}]\p{Lu}|\p{Lu}\p{Lu}\p{Ll}/u
const connector = /[\p{L}\p{N}][_-]+[\p{L}\p{N}]/u

/** Splits an identifier into its parts: `rateLimiter`, `rate_limiter` and `rate-limiter` give `rate` and `limiter`. */
export const splitIdentifier = (word: string): ReadonlyArray<string> =>
  word.split(boundary).filter((part) => part !== "")

const addSpellings = (found: Set<string>, word: string): void => {
  const hasCamelBoundary = camelBoundary.test(word)
  const hasConnector = connector.test(word)
  if (!hasCamelBoundary && !hasConnector) return
  const parts = splitIdentifier(word)
  if (parts.length < 2) return
  if (hasCamelBoundary) found.add(parts.join(" "))
  if (hasConnector) found.add(parts.join(""))
}

/** Character classes: not part of a word, lower case or digit, upper case, connector, non-ASCII. */
const kinds = { none: 0, small: 1, capital: 2, connector: 3, other: 4 } as const
const kindOfAscii = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code)
  if (/[a-z0-9]/.test(character)) return kinds.small
  if (/[A-Z]/.test(character)) return kinds.capital
  return /[_-]/.test(character) ? kinds.connector : kinds.none
})
const nonAsciiWord = /[\p{L}\p{N}_-]+/gu

/** Adds the spellings of words with non-ASCII letters; the text may also contain other characters. */
const addNonAsciiWords = (found: Set<string>, text: string): void => {
  for (const [word] of text.matchAll(nonAsciiWord)) {
    if (word.length >= minNameChars && word.length <= maxNameChars) addSpellings(found, word)
  }
}

/**
 * Lists the additional spellings that a full-text index needs to find every identifier of the texts: the parts separated by
 * spaces for camelCase, and the parts joined to one word for snake_case and kebab-case.
 */
export const listSpellings = (texts: ReadonlyArray<string>): ReadonlySet<string> => {
  const found = new Set<string>()
  const seen = new Set<string>()
  for (const text of texts) scanText(found, seen, text)
  return found
}

const scanText = (found: Set<string>, seen: Set<string>, text: string): void => {
  const { length } = text
  // Most words have a single part. Skipping them character by character is faster than any regular expression.
  for (let at = 0; at < length; at++) {
    const start = at
    let kind = kindAt(text, at)
    let before: number = kinds.none
    let mayHaveParts = false
    let isNonAscii = false
    for (; kind !== kinds.none; kind = kindAt(text, ++at)) {
      if (kind === kinds.connector || (kind === kinds.capital && before !== kinds.none)) mayHaveParts = true
      if (kind === kinds.other) isNonAscii = true
      before = kind
    }
    const size = at - start
    if (size < minNameChars || (!mayHaveParts && !isNonAscii)) continue
    if (isNonAscii) addNonAsciiWords(found, text.slice(start, at))
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
  // Past the end of the text, `charCodeAt` returns NaN.
  return code < 128 ? (kindOfAscii[code] ?? kinds.none) : code >= 128 ? kinds.other : kinds.none
}
