/**
 * Globs that match without exponential backtracking. Patterns come from tracked files of untrusted repositories, so
 * matching may only go back to the last star: a regular expression built from four stars takes half a minute on one
 * name of 250 letters.
 *
 * Syntax: `*` matches any characters but `/`, at least one if it is the whole segment; `?` one character; `[a-z]` and
 * `[!a-z]` one of a set; `{a,b}` either alternative, possibly nested; `\` the next character literally; `**` as a whole
 * segment any number of segments. Names that begin with a dot are not special.
 */
type Glob = (segments: ReadonlyArray<string>) => boolean

type Token =
  | { readonly _tag: "Literal"; readonly character: string }
  | { readonly _tag: "Any" }
  | { readonly _tag: "Star" }
  | { readonly _tag: "Class"; readonly negated: boolean; readonly ranges: ReadonlyArray<readonly [string, string]> }

type Segment = { readonly _tag: "Globstar" } | { readonly _tag: "Tokens"; readonly tokens: ReadonlyArray<Token> }

/** Maximum number of patterns that the braces of one pattern expand to. Further alternatives are dropped. */
export const maxAlternatives = 256

/** Maximum length of a pattern, in characters. */
export const maxPatternLength = 1024

/** Whether a pattern contains glob characters. */
export const hasGlobCharacters = (pattern: string): boolean => /[*?[\]{}\\]/.test(pattern)

/** Returns the index after the brace that closes the one at `open`, or -1. */
const findClosingBrace = (pattern: string, open: number): number => {
  let depth = 0
  for (let index = open; index < pattern.length; index++) {
    const character = pattern[index]
    if (character === "\\") index++
    else if (character === "{") depth++
    else if (character === "}" && --depth === 0) return index + 1
  }
  return -1
}

const splitAlternatives = (body: string): ReadonlyArray<string> => {
  const found: Array<string> = []
  let depth = 0
  let start = 0
  for (let index = 0; index < body.length; index++) {
    const character = body[index]
    if (character === "\\") index++
    else if (character === "{") depth++
    else if (character === "}") depth--
    else if (character === "," && depth === 0) {
      found.push(body.slice(start, index))
      start = index + 1
    }
  }
  return [...found, body.slice(start)]
}

const findOpeningBrace = (pattern: string, from: number): number => {
  for (let index = from; index < pattern.length; index++) {
    if (pattern[index] === "\\") index++
    else if (pattern[index] === "{") return index
  }
  return -1
}

/** Expands braces into patterns without braces. A brace without a comma or without an end is literal. */
const expandBraces = (pattern: string, limit: number, from = 0): ReadonlyArray<string> => {
  const open = findOpeningBrace(pattern, from)
  if (open === -1) return [pattern]
  const end = findClosingBrace(pattern, open)
  const parts = end === -1 ? [] : splitAlternatives(pattern.slice(open + 1, end - 1))
  if (parts.length < 2) return expandBraces(pattern, limit, open + 1)
  const expanded: Array<string> = []
  for (const part of parts) {
    const whole = expandBraces(pattern.slice(0, open) + part + pattern.slice(end), limit, open)
    expanded.push(...whole.slice(0, limit - expanded.length))
    if (expanded.length >= limit) break
  }
  return expanded
}

/** Returns the total length of a pattern with its braces expanded, or infinity if alternatives would be dropped or it is too long. */
export const expandedLength = (pattern: string): number => {
  if (pattern.length > maxPatternLength) return Number.POSITIVE_INFINITY
  if (!pattern.includes("{")) return pattern.length
  const expanded = expandBraces(pattern, maxAlternatives + 1)
  if (expanded.length > maxAlternatives) return Number.POSITIVE_INFINITY
  return expanded.reduce((sum, text) => sum + text.length, 0)
}

const parseCharacterClass = (
  characters: ReadonlyArray<string>,
  open: number
): { readonly token: Token; readonly end: number } | undefined => {
  const negated = characters[open + 1] === "!" || characters[open + 1] === "^"
  const first = open + (negated ? 2 : 1)
  const ranges: Array<readonly [string, string]> = []
  for (let index = first; index < characters.length; index++) {
    if (characters[index] === "]" && index > first) return { token: { _tag: "Class", negated, ranges }, end: index + 1 }
    if (characters[index] === "\\") index++
    const low = characters[index] ?? "\\"
    const high = characters[index + 1] === "-" ? characters[index + 2] : undefined
    if (high === undefined || high === "]") ranges.push([low, low])
    else {
      ranges.push([low, high])
      index += 2
    }
  }
  return undefined
}

const tokenize = (segment: string): ReadonlyArray<Token> => {
  const characters = Array.from(segment)
  const tokens: Array<Token> = []
  for (let index = 0, character = characters[0]; character !== undefined; character = characters[++index]) {
    const set = character === "[" ? parseCharacterClass(characters, index) : undefined
    const escaped = character === "\\" ? characters[index + 1] : undefined
    if (set !== undefined) {
      tokens.push(set.token)
      index = set.end - 1
    } else if (character === "*") {
      if (tokens.at(-1)?._tag !== "Star") tokens.push({ _tag: "Star" })
    } else if (character === "?") tokens.push({ _tag: "Any" })
    else if (escaped !== undefined) {
      tokens.push({ _tag: "Literal", character: escaped })
      index++
    } else tokens.push({ _tag: "Literal", character })
  }
  return tokens
}

/**
 * Matches `pattern` against `items`. Entries for which `isStar` is true match any number of items; going back to the
 * last star is enough.
 */
const matchSequence = <P, I>(
  pattern: ReadonlyArray<P>,
  items: ReadonlyArray<I>,
  isStar: (entry: P) => boolean,
  matches: (entry: P, item: I) => boolean
): boolean => {
  let at = 0
  let star = -1
  let retry = 0
  for (let index = 0; index < items.length;) {
    const entry = pattern[at]
    const item = items[index]
    if (entry !== undefined && isStar(entry)) {
      star = at++
      retry = index
    } else if (entry !== undefined && item !== undefined && matches(entry, item)) {
      at++
      index++
    } else if (star === -1) return false
    else {
      at = star + 1
      index = ++retry
    }
  }
  while (at < pattern.length) {
    const entry = pattern[at++]
    if (entry === undefined || !isStar(entry)) return false
  }
  return true
}

const matchesCharacter = (token: Token, character: string): boolean => {
  switch (token._tag) {
    case "Literal":
      return token.character === character
    case "Class":
      return token.ranges.some(([low, high]) => low <= character && character <= high) !== token.negated
    case "Any":
      return true
    case "Star":
      return false
  }
}

const matchesSegment = (segment: Segment, name: string): boolean => {
  if (segment._tag === "Globstar") return true
  const characters = Array.from(name)
  if (segment.tokens.length === 1 && segment.tokens[0]?._tag === "Star") return characters.length > 0
  return matchSequence(segment.tokens, characters, (token) => token._tag === "Star", matchesCharacter)
}

const parseSegments = (pattern: string): ReadonlyArray<Segment> =>
  pattern.split("/").map((part) => (part === "**" ? { _tag: "Globstar" } : { _tag: "Tokens", tokens: tokenize(part) }))

/** Whether a pattern opens a set of characters with `[` that no `]` closes: it would match only a literal `[`. */
export const hasOpenSet = (pattern: string): boolean => {
  if (!pattern.includes("[")) return false
  return expandBraces(pattern, maxAlternatives)
    .flatMap((each) => each.split("/"))
    .some((segment) => {
      const characters = Array.from(segment)
      for (let index = 0; index < characters.length; index++) {
        if (characters[index] === "\\") index++
        else if (characters[index] === "[") {
          const set = parseCharacterClass(characters, index)
          if (set === undefined) return true
          index = set.end - 1
        }
      }
      return false
    })
}

/** Compiles a pattern. Patterns longer than `maxPatternLength` match nothing. */
export const compileGlob = (pattern: string): Glob => {
  if (pattern.length > maxPatternLength) return () => false
  const compiled = expandBraces(pattern, maxAlternatives).map(parseSegments)
  return (segments) =>
    compiled.some((entries) => matchSequence(entries, segments, (entry) => entry._tag === "Globstar", matchesSegment))
}
