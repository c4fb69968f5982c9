/** Splits a qualified name at `::`, `.`, `#` and `/` (spec annotations §2). */
const partsOf = (name: string): ReadonlyArray<string> =>
  name
    .trim()
    .split(/::|[.#/]/)
    .filter((part) => part !== "")

const endsWith = (long: ReadonlyArray<string>, short: ReadonlyArray<string>): boolean =>
  short.length > 0 &&
  short.length <= long.length &&
  short.every((part, at) => part === long[long.length - short.length + at])

export const isSame = (a: string, b: string): boolean =>
  partsOf(a).length === partsOf(b).length && endsWith(partsOf(a), partsOf(b))

/** Whether `short` is a suffix of the parts of `long`. */
export const isSuffix = (long: string, short: string): boolean =>
  !isSame(long, short) && endsWith(partsOf(long), partsOf(short))

export type Kind = "exact" | "unqualified" | "fuzzy"

/** Computes the edit distance by dynamic programming. */
const editDistance = (a: string, b: string): number => {
  let row = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (const [index, character] of a.split("").entries()) {
    const next = [index + 1]
    for (let column = 1; column <= b.length; column += 1) {
      const above = row[column] ?? 0
      const corner = row[column - 1] ?? 0
      const left = next[column - 1] ?? 0
      next.push(Math.min(above + 1, left + 1, corner + (b[column - 1] === character ? 0 : 1)))
    }
    row = next
  }
  return row[b.length] ?? 0
}

const misspelling = (asked: string, name: string): number => {
  const parts = partsOf(asked)
  const whole = editDistance(parts.join("."), partsOf(name).join("."))
  return parts.length === 1 ? Math.min(whole, editDistance(parts.join("."), partsOf(name).at(-1) ?? "")) : whole
}

/** Finds the longest names that are a suffix of the name. */
const findLongestSuffixes = (long: string, names: ReadonlyArray<string>): ReadonlyArray<string> => {
  const tails = names.filter((name) => isSuffix(long, name))
  const maxParts = Math.max(...tails.map((name) => partsOf(name).length))
  return tails.filter((name) => partsOf(name).length === maxParts)
}

/** Resolves a name among the existing ones: exact, otherwise unqualified, otherwise the nearest (§2). */
export const find = (
  asked: string,
  names: ReadonlyArray<string>
): { readonly kind: Kind; readonly names: ReadonlyArray<string> } | undefined => {
  const exact = names.filter((name) => isSame(asked, name))
  if (exact.length > 0) return { kind: "exact", names: exact }
  const longer = names.filter((name) => isSuffix(name, asked))
  const tails = longer.length > 0 ? longer : findLongestSuffixes(asked, names)
  if (tails.length > 0) return { kind: "unqualified", names: tails }
  const limit = Math.min(3, Math.floor(partsOf(asked).join(".").length / 3))
  const minDistance = Math.min(...names.map((name) => misspelling(asked, name)), Number.POSITIVE_INFINITY)
  return minDistance > limit
    ? undefined
    : { kind: "fuzzy", names: names.filter((name) => misspelling(asked, name) === minDistance) }
}

/**
 * Matches a name in a note with the units of the question. An exact match wins. Only if no unit of the file has this name
 * can it be a shorter or longer form of a unit's name.
 */
export const matchNotedName = (
  noted: string,
  asked: ReadonlyArray<string>,
  all: ReadonlyArray<string>
): "exact" | "unqualified" | undefined => {
  if (asked.some((name) => isSame(noted, name))) return "exact"
  if (all.some((name) => isSame(noted, name))) return undefined
  if (asked.some((name) => isSuffix(name, noted))) return "unqualified"
  if (all.some((name) => isSuffix(name, noted))) return undefined
  const tails = findLongestSuffixes(noted, [...asked, ...all])
  return asked.some((name) => tails.includes(name)) ? "unqualified" : undefined
}
