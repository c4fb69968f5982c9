/** A part of a wildcard pattern. */
export type WildcardPart =
  | { readonly _tag: "Literal"; readonly character: string }
  /** Any one character. */
  | { readonly _tag: "One" }
  /** Any characters, also none. */
  | { readonly _tag: "Any" }
  /** The same within one segment of a path. */
  | { readonly _tag: "OneInSegment" }
  | { readonly _tag: "AnyInSegment" }

const takes = (part: WildcardPart, character: string): boolean => {
  if (part._tag === "Literal") return part.character === character
  return part._tag === "One" || part._tag === "Any" || character !== "/"
}

const repeats = ({ _tag }: WildcardPart): boolean => _tag === "Any" || _tag === "AnyInSegment"

/** Longest pattern in characters; of longer ones nothing matches. */
const maxPatternCharacters = 1024

/** The literal characters that a match must end with. */
const literalEnd = (parts: ReadonlyArray<WildcardPart>): string => {
  const literals = parts.map((part) => (part._tag === "Literal" ? part.character : undefined))
  return literals.slice(literals.lastIndexOf(undefined) + 1).join("")
}

/**
 * Makes a test of whole texts. Follows all ways to match at once, so that no pattern takes longer than its length times
 * that of the text.
 */
export const makeWildcardTest = (parts: ReadonlyArray<WildcardPart>): ((text: string) => boolean) => {
  const end = literalEnd(parts)
  /** Adds a place and those after parts that may take nothing. */
  const reach = (places: Set<number>, place: number): void => {
    for (let at = place; ; at++) {
      places.add(at)
      const part = parts[at]
      if (part === undefined || !repeats(part)) return
    }
  }
  return (text) => {
    if (parts.length > maxPatternCharacters || !text.endsWith(end)) return false
    let places = new Set<number>()
    reach(places, 0)
    for (const character of text) {
      const next = new Set<number>()
      for (const place of places) {
        const part = parts[place]
        if (part !== undefined && takes(part, character)) reach(next, repeats(part) ? place : place + 1)
      }
      if (next.size === 0) return false
      places = next
    }
    return places.has(parts.length)
  }
}

const literal = (character: string): WildcardPart => ({ _tag: "Literal", character })

/** Parses a wildcard term of a query: `*`, `?`, and `\` before a literal character. */
export const parseWildcardTerm = (pattern: string): ReadonlyArray<WildcardPart> =>
  Array.from(pattern.matchAll(/\\([\s\S])|[\s\S]/gu), ([whole, escaped]): WildcardPart => {
    if (escaped !== undefined) return literal(escaped)
    return whole === "*" ? { _tag: "Any" } : whole === "?" ? { _tag: "One" } : literal(whole)
  })

/** Parses the path pattern of a search: `*` and `?` also take slashes. */
export const parseSearchPattern = (pattern: string): ReadonlyArray<WildcardPart> =>
  Array.from(pattern, (character) =>
    character === "*" ? { _tag: "Any" } : character === "?" ? { _tag: "One" } : literal(character)
  )

/** Parses the glob of a find: `*` and `?` stop at slashes, `**` does not and takes the slash after it too. */
export const parseFindPattern = (pattern: string): ReadonlyArray<WildcardPart> =>
  Array.from(pattern.matchAll(/\*\*\/?|[\s\S]/gu), ([part]): WildcardPart => {
    if (part.startsWith("**")) return { _tag: "Any" }
    return part === "*" ? { _tag: "AnyInSegment" } : part === "?" ? { _tag: "OneInSegment" } : literal(part)
  })
