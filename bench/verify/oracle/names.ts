/** The parts of a qualified name; `::`, `.`, `#` and `/` separate alike (spec annotations §2). */
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

/** Whether `short` is `long` without the beginning of its qualification. */
export const isTail = (long: string, short: string): boolean =>
  !isSame(long, short) && endsWith(partsOf(long), partsOf(short))

export type Kind = "exact" | "unqualified" | "fuzzy"

/** Edit distance by the table of the textbook. */
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

/** Of the names that are the end of another one, the longest. */
const longestTails = (long: string, names: ReadonlyArray<string>): ReadonlyArray<string> => {
  const tails = names.filter((name) => isTail(long, name))
  const most = Math.max(...tails.map((name) => partsOf(name).length))
  return tails.filter((name) => partsOf(name).length === most)
}

/** What a name that is asked for means among those there are: exact, else unqualified, else the nearest (§2). */
export const find = (
  asked: string,
  names: ReadonlyArray<string>
): { readonly kind: Kind; readonly names: ReadonlyArray<string> } | undefined => {
  const exact = names.filter((name) => isSame(asked, name))
  if (exact.length > 0) return { kind: "exact", names: exact }
  const longer = names.filter((name) => isTail(name, asked))
  const tails = longer.length > 0 ? longer : longestTails(asked, names)
  if (tails.length > 0) return { kind: "unqualified", names: tails }
  const limit = Math.min(3, Math.floor(partsOf(asked).join(".").length / 3))
  const least = Math.min(...names.map((name) => misspelling(asked, name)), Number.POSITIVE_INFINITY)
  return least > limit
    ? undefined
    : { kind: "fuzzy", names: names.filter((name) => misspelling(asked, name) === least) }
}

/**
 * How a name in a note speaks of one of the units asked about. A name is that of the unit which bears it; only when no
 * unit of the file does, it may be short for one, or one that was longer once.
 */
export const speaks = (
  noted: string,
  asked: ReadonlyArray<string>,
  all: ReadonlyArray<string>
): "exact" | "unqualified" | undefined => {
  if (asked.some((name) => isSame(noted, name))) return "exact"
  if (all.some((name) => isSame(noted, name))) return undefined
  if (asked.some((name) => isTail(name, noted))) return "unqualified"
  if (all.some((name) => isTail(name, noted))) return undefined
  const tails = longestTails(noted, [...asked, ...all])
  return asked.some((name) => tails.includes(name)) ? "unqualified" : undefined
}
