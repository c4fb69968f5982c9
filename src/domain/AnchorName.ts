import { distance } from "fastest-levenshtein"

/** How a name matched, from the most to the least certain. */
export type NameMatch = "exact" | "unqualified" | "fuzzy"

const separators = /::|[.#/\\]|(?<=\w):(?=\w)/

/**
 * Splits a qualified name into segments. `::`, `.`, `#` and `/` are the same separator (spec annotations §2), and so
 * are the `:` of Lua's `Pool:connect` and the backslash of PHP namespaces.
 */
export const splitName = (name: string): ReadonlyArray<string> =>
  name
    .trim()
    .split(separators)
    .filter((segment) => segment !== "")

/** Begin of the argument list, or of the parentheses, that a text ends with; undefined if it ends with none. */
const findLastOpening = (text: string): number | undefined => {
  let depth = 0
  for (let at = text.length - 1; at >= 0; at -= 1) {
    if (text[at] === ")") depth += 1
    else if (text[at] === "(") depth -= 1
    if (depth === 0) return at
  }
  return undefined
}

/**
 * Returns the name in what is written for it: without the arguments of a call (`Pool.acquire()`), the keyword of a declaration
 * (`function acquire`) and the pointer of a receiver (`(*Pool).acquire`), with `.` for `->`.
 */
export const plainName = (written: string): string => {
  const text = written
    .trim()
    .replace(
      /^(?:async |export |public |static )?(?:function|func|fn|fun|def|class|struct|interface|trait|enum|method) (?=[^\s(])/,
      ""
    )
  const opening = text.endsWith(")") ? findLastOpening(text) : undefined
  const called = opening === undefined ? "" : text.slice(0, opening)
  const name = /[\w?!>\])]$/.test(called) && !/\boperator$/.test(called) ? called : text
  return name.replaceAll(/\(\*?(\w+)\)\./g, "$1.").replaceAll("->", ".")
}

/** A name that {@link normalizeName} leaves unchanged. */
const normalizedName = /^[^\s.#/\\:]+(?:\.[^\s.#/\\:]+)*$/

/** Rewrites a qualified name with `.` between its segments, so that all spellings of it are equal. */
export const normalizeName = (name: string): string => (normalizedName.test(name) ? name : splitName(name).join("."))

/** Returns the last segment: the name used in the declaration. Empty if the name has no segment. */
export const lastSegment = (name: string): string => splitName(name).at(-1) ?? ""

const isSuffix = (short: string, long: string): boolean => long.endsWith(`.${short}`)

/**
 * Compares two names without guessing: `exact` if all segments agree, `unqualified` if one name ends with the whole
 * other name (`connect`, `MqttClient::connect`).
 */
export const matchNames = (a: string, b: string): "exact" | "unqualified" | undefined => {
  const left = normalizeName(a)
  const right = normalizeName(b)
  if (left === "" || right === "") return undefined
  if (left === right) return "exact"
  return isSuffix(left, right) || isSuffix(right, left) ? "unqualified" : undefined
}

/** Returns the maximum edit distance at which a name counts as a misspelling of `queried`. */
const maxFuzzyDistance = (queried: string): number => Math.min(3, Math.floor(normalizeName(queried).length / 3))

const fuzzyDistance = (queried: string, name: string): number => {
  const short = normalizeName(queried)
  const full = distance(short, normalizeName(name))
  return splitName(queried).length === 1 ? Math.min(full, distance(short, lastSegment(name))) : full
}

/** The best kind of match for a name, and the indexes of all names that match that way. */
interface NameResolution {
  readonly match: NameMatch
  readonly indexes: ReadonlyArray<number>
}

/** The normalized names that a name refers to, found without fuzzy matching. */
interface ResolvedNames {
  readonly match: "exact" | "unqualified"
  readonly names: ReadonlySet<string>
}

/** Maximum suffixes of a name. More have only the names in hostile notes. */
const maxSuffixes = 64

/** Lists the proper suffixes of a name, longest first: `b.c` and `c` for `a.b.c`. */
const listSuffixes = (normal: string): ReadonlyArray<string> => {
  const found: Array<string> = []
  for (let at = normal.lastIndexOf("."); at > 0 && found.length < maxSuffixes; at = normal.lastIndexOf(".", at - 1)) {
    found.push(normal.slice(at + 1))
  }
  return found.toReversed()
}

/**
 * Builds a resolver that finds which of `names` a name refers to. In order of preference: the equal name; all names
 * that end with it; the longest name that it ends with. `Pool.connect` therefore does not match `connect` where
 * `Pool.connect` exists.
 */
export const makeNameResolver = (names: Iterable<string>): ((queried: string) => ResolvedNames | undefined) => {
  const exact = new Set<string>()
  const ending = new Map<string, Set<string>>()
  for (const name of names) {
    const normal = normalizeName(name)
    if (normal === "" || exact.has(normal)) continue
    exact.add(normal)
    for (const tail of listSuffixes(normal)) {
      const longer = ending.get(tail)
      if (longer === undefined) ending.set(tail, new Set([normal]))
      else longer.add(normal)
    }
  }
  return (queried) => {
    const normal = normalizeName(queried)
    if (exact.has(normal)) return { match: "exact", names: new Set([normal]) }
    const longer = ending.get(normal)
    if (longer !== undefined) return { match: "unqualified", names: longer }
    const shorter = listSuffixes(normal).find((tail) => exact.has(tail))
    return shorter === undefined ? undefined : { match: "unqualified", names: new Set([shorter]) }
  }
}

/**
 * Builds a matcher for names found in notes: returns how a noted name refers to one of the `queried` names, given all
 * `names` in the file.
 */
export const makeNameMatcher = (
  queried: ReadonlyArray<string>,
  names: ReadonlyArray<string>
): ((noted: string) => "exact" | "unqualified" | undefined) => {
  const meant = new Set(queried.map(normalizeName))
  const find = makeNameResolver([...names, ...queried])
  return (noted) => {
    const found = find(noted)
    return found !== undefined && [...found.names].some((name) => meant.has(name)) ? found.match : undefined
  }
}

const findIndexes = (names: ReadonlyArray<string>, holds: (name: string) => boolean): ReadonlyArray<number> =>
  names.flatMap((name, index) => (holds(name) ? [index] : []))

/**
 * Finds `queried` among `names`: exact, then unqualified, then the nearest within the fuzzy limit (spec annotations §2).
 * Returns undefined if nothing is near enough.
 */
export const resolveName = (queried: string, names: ReadonlyArray<string>): NameResolution | undefined => {
  const found = makeNameResolver(names)(queried)
  if (found !== undefined) {
    return { match: found.match, indexes: findIndexes(names, (name) => found.names.has(normalizeName(name))) }
  }
  const distances = names.map((name) => fuzzyDistance(queried, name))
  const least = distances.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY)
  if (least > maxFuzzyDistance(queried)) return undefined
  return { match: "fuzzy", indexes: findIndexes(names, (name) => fuzzyDistance(queried, name) === least) }
}

/** Returns the items whose names {@link resolveName} found. `items` are in the order of the names. */
export const selectResolved = <A>(items: ReadonlyArray<A>, { indexes }: NameResolution): ReadonlyArray<A> => {
  const found = new Set(indexes)
  return items.filter((_, index) => found.has(index))
}

/** Shorter names are part of too many others. */
const minPartLength = 3

const containsOther = (a: string, b: string): boolean =>
  Math.min(a.length, b.length) >= minPartLength && (a.includes(b) || b.includes(a))

/**
 * Returns up to `limit` names that `queried` may mean: first the {@link findSimilarNames}, then those whose last segment
 * contains that of `queried` or is contained in it, whatever the case, closest in length first.
 */
export const findRelatedNames = (queried: string, names: Iterable<string>, limit: number): ReadonlyArray<string> => {
  const all = [...names]
  const last = lastSegment(queried).toLowerCase()
  const lengthDifference = (name: string): number => Math.abs(lastSegment(name).length - last.length)
  const containing = all
    .filter((name) => containsOther(lastSegment(name).toLowerCase(), last))
    .toSorted((a, b) => lengthDifference(a) - lengthDifference(b) || (a < b ? -1 : 1))
  return [...new Set([...findSimilarNames(queried, all, limit), ...containing])].slice(0, limit)
}

/** Returns up to `limit` candidates similar to `queried`, nearest first, for "Did you mean …?". */
export const findSimilarNames = (
  queried: string,
  candidates: Iterable<string>,
  limit: number
): ReadonlyArray<string> => {
  const reach = Math.max(2, Math.floor(queried.length / 3))
  const last = lastSegment(queried).toLowerCase()
  const scored: Array<{ readonly candidate: string; readonly score: number }> = []
  for (const candidate of candidates) {
    const whole = Math.abs(candidate.length - queried.length) <= reach ? distance(queried, candidate) : reach + 1
    const sameName = last.length > 2 && lastSegment(candidate).toLowerCase() === last
    const score = sameName ? Math.min(whole, 1) : whole
    if (score <= reach) scored.push({ candidate, score })
  }
  scored.sort((a, b) => a.score - b.score || (a.candidate < b.candidate ? -1 : 1))
  return scored.slice(0, limit).map((entry) => entry.candidate)
}
