/** Length range of identifiers, in characters; longer words are data, not names. */
const minNameChars = 3
export const maxNameChars = 80

/** Kinds of characters: outside of words, `\p{Ll}`, `\p{N}`, `\p{Lu}`, other letters, `_` and `-`. */
const kinds = { none: 0, small: 1, digit: 2, capital: 3, letter: 4, connector: 5 } as const

const findKind = (character: string): number => {
  if (/\p{Ll}/u.test(character)) return kinds.small
  if (/\p{Lu}/u.test(character)) return kinds.capital
  if (/\p{L}/u.test(character)) return kinds.letter
  if (/\p{N}/u.test(character)) return kinds.digit
  return /[_-]/.test(character) ? kinds.connector : kinds.none
}

const maxCode = 0xffff
/** The kinds of the characters up to U+FFFF, filled in as they occur; 255 if not known yet. */
const knownKinds = new Uint8Array(maxCode + 1).fill(255)

const kindOf = (code: number): number => {
  const known = code <= maxCode ? knownKinds[code] : undefined
  if (known !== undefined && known !== 255) return known
  const kind = findKind(String.fromCodePoint(code))
  if (code <= maxCode) knownKinds[code] = kind
  return kind
}

/** Number of UTF-16 units of a character. */
const widthOf = (code: number): number => (code > maxCode ? 2 : 1)

/** The parts of a word, and what separates them. */
interface SplitWord {
  readonly parts: ReadonlyArray<string>
  readonly hasCamelBoundary: boolean
  readonly hasConnector: boolean
}

const splitWord = (word: string): SplitWord => {
  const parts: Array<string> = []
  let start = 0
  let hasCamelBoundary = false
  let hasConnector = false
  const cut = (end: number): void => {
    if (end > start) parts.push(word.slice(start, end))
    start = end
  }
  let last: number = kinds.none
  let lastAt = 0
  let lastButOne: number = kinds.none
  for (let at = 0; at < word.length;) {
    const code = word.codePointAt(at) ?? 0
    const kind = kindOf(code)
    const end = at + widthOf(code)
    if (kind === kinds.connector) {
      cut(at)
      start = end
    } else if (last === kinds.connector) {
      hasConnector ||= parts.length > 0
    } else if (kind === kinds.capital && (last === kinds.small || last === kinds.digit)) {
      hasCamelBoundary = true
      cut(at)
    } else if (kind === kinds.small && last === kinds.capital && lastButOne === kinds.capital) {
      hasCamelBoundary = true
      cut(lastAt)
    }
    lastButOne = last
    last = kind
    lastAt = at
    at = end
  }
  cut(word.length)
  return { parts, hasCamelBoundary, hasConnector }
}

/**
 * Splits an identifier into its parts: `rateLimiter`, `rate_limiter` and `rate-limiter` give `rate` and `limiter`,
 * `HTTPServer2Go` gives `HTTP`, `Server2` and `Go`. Other characters stay in their part. Takes time in proportion to the
 * length.
 */
export const splitIdentifier = (word: string): ReadonlyArray<string> => splitWord(word).parts

const addSpellings = (found: Set<string>, word: string): void => {
  const { hasCamelBoundary, hasConnector, parts } = splitWord(word)
  if (hasCamelBoundary) found.add(parts.join(" "))
  if (hasConnector) found.add(parts.join(""))
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

/**
 * Calls `take` with each word of a text that is an identifier by its length; `mayHaveParts` is whether splitting could give
 * more than one part.
 */
const forEachWord = (text: string, take: (word: string, mayHaveParts: boolean) => void): void => {
  const { length } = text
  for (let at = 0; at < length; at++) {
    const start = at
    let before: number = kinds.none
    let mayHaveParts = false
    while (at < length) {
      const code = text.codePointAt(at) ?? 0
      const kind = kindOf(code)
      if (kind === kinds.none) break
      if (kind === kinds.connector || (kind === kinds.capital && before !== kinds.none)) mayHaveParts = true
      before = kind
      at += widthOf(code)
    }
    const size = at - start
    if (size > 0 && size <= maxNameChars) take(text.slice(start, at), mayHaveParts)
  }
}

/** Adds the spellings of all words of a text. Most have a single part, which is seen without splitting them. */
const scanText = (found: Set<string>, seen: Set<string>, text: string): void => {
  forEachWord(text, (word, mayHaveParts) => {
    if (!mayHaveParts || word.length < minNameChars || seen.has(word)) return
    seen.add(word)
    addSpellings(found, word)
  })
}

const addWord = (found: Set<string>, word: string, mayHaveParts: boolean): void => {
  if (!mayHaveParts) {
    found.add(word.toLowerCase())
    return
  }
  const { parts } = splitWord(word)
  if (parts.length > 1) found.add(parts.join("").toLowerCase())
  for (const part of parts) found.add(part.toLowerCase())
}

/**
 * Lists the words of texts in lower case: the parts of each identifier, and all of it without connectors. `rate_limiter`
 * gives `ratelimiter`, `rate` and `limiter`. At most `maxWords`.
 */
export const listWords = (
  texts: Iterable<string>,
  maxWords: number = Number.POSITIVE_INFINITY
): ReadonlySet<string> => {
  const found = new Set<string>()
  const seen = new Set<string>()
  for (const text of texts) {
    forEachWord(text, (word, mayHaveParts) => {
      if (found.size >= maxWords || seen.has(word)) return
      seen.add(word)
      addWord(found, word, mayHaveParts)
    })
  }
  return found
}
