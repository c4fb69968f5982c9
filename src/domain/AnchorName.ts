import { distance } from "fastest-levenshtein"

/** How sure a name match is, best first. */
export type NameMatch = "exact" | "unqualified" | "fuzzy"

const separators = /::|[.#/\\]|(?<=\w):(?=\w)/

/**
 * Segments of a qualified name; `::`, `.`, `#` and `/` are the same separator (spec annotations §2), and so are the `:`
 * of Lua's `Pool:connect` and the backslash of PHP's namespaces.
 */
export const splitName = (name: string): ReadonlyArray<string> =>
  name
    .trim()
    .split(separators)
    .filter((segment) => segment !== "")

/** A name that is spelled as {@link normalizeName} spells it. */
const normalizedName = /^[^\s.#/\\:]+(?:\.[^\s.#/\\:]+)*$/

/** One spelling for all spellings of a qualified name. */
export const normalizeName = (name: string): string => (normalizedName.test(name) ? name : splitName(name).join("."))

/** The last segment: what the thing is called where it is declared. */
export const lastSegment = (name: string): string => splitName(name).at(-1) ?? ""

const isSuffix = (short: string, long: string): boolean => long.endsWith(`.${short}`)

/**
 * Whether two names mean the same thing without guessing: `exact` when all segments agree, `unqualified` when one
 * name ends with the whole other one (`connect`, `MqttClient::connect`).
 */
export const matchNames = (a: string, b: string): "exact" | "unqualified" | undefined => {
  const left = normalizeName(a)
  const right = normalizeName(b)
  if (left === "" || right === "") return undefined
  if (left === right) return "exact"
  return isSuffix(left, right) || isSuffix(right, left) ? "unqualified" : undefined
}

/** Largest edit distance at which a name is still taken for a misspelling of `asked`. */
export const maxFuzzyDistance = (asked: string): number => Math.min(3, Math.floor(normalizeName(asked).length / 3))

const fuzzyDistance = (asked: string, name: string): number => {
  const short = normalizeName(asked)
  const full = distance(short, normalizeName(name))
  return splitName(asked).length === 1 ? Math.min(full, distance(short, lastSegment(name))) : full
}

/** What a name was found to mean among others: the best kind of match, and all positions that have it. */
export interface NameResolution {
  readonly match: NameMatch
  readonly indexes: ReadonlyArray<number>
}

/** What a name means among others without guessing: how, and the names (normalized) it means. */
export interface ResolvedNames {
  readonly match: "exact" | "unqualified"
  readonly names: ReadonlySet<string>
}

/** `b.c` and `c` of `a.b.c`, the longest first. */
const listSuffixes = (normal: string): ReadonlyArray<string> => {
  const parts = normal.split(".")
  return parts.slice(1).map((_, index) => parts.slice(index + 1).join("."))
}

/**
 * Says what a name means among `names`: the one that is the same, else those it is the end of, else the longest one
 * that is its own end. So `Pool.connect` means no `connect` where there is a `Pool.connect`.
 */
export const makeNameResolver = (names: Iterable<string>): ((asked: string) => ResolvedNames | undefined) => {
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
  return (asked) => {
    const normal = normalizeName(asked)
    if (exact.has(normal)) return { match: "exact", names: new Set([normal]) }
    const longer = ending.get(normal)
    if (longer !== undefined) return { match: "unqualified", names: longer }
    const shorter = listSuffixes(normal).find((tail) => exact.has(tail))
    return shorter === undefined ? undefined : { match: "unqualified", names: new Set([shorter]) }
  }
}

/** How a name that a note has speaks of one of those asked about, in a file with these names. */
export const makeNameMatcher = (
  asked: ReadonlyArray<string>,
  names: ReadonlyArray<string>
): ((noted: string) => "exact" | "unqualified" | undefined) => {
  const meant = new Set(asked.map(normalizeName))
  const find = makeNameResolver([...names, ...asked])
  return (noted) => {
    const found = find(noted)
    return found !== undefined && [...found.names].some((name) => meant.has(name)) ? found.match : undefined
  }
}

const findIndexes = (names: ReadonlyArray<string>, holds: (name: string) => boolean): ReadonlyArray<number> =>
  names.flatMap((name, index) => (holds(name) ? [index] : []))

/**
 * Finds `asked` among names: exact, then unqualified, then the nearest within the fuzzy limit (spec annotations §2).
 * Undefined when nothing is near enough.
 */
export const resolveName = (asked: string, names: ReadonlyArray<string>): NameResolution | undefined => {
  const found = makeNameResolver(names)(asked)
  if (found !== undefined) {
    return { match: found.match, indexes: findIndexes(names, (name) => found.names.has(normalizeName(name))) }
  }
  const distances = names.map((name) => fuzzyDistance(asked, name))
  const least = Math.min(...distances, Number.POSITIVE_INFINITY)
  if (least > maxFuzzyDistance(asked)) return undefined
  return { match: "fuzzy", indexes: findIndexes(names, (name) => fuzzyDistance(asked, name) === least) }
}

/** Up to `limit` candidates that look like `asked`, nearest first, for "Did you mean …?". */
export const findSimilarNames = (asked: string, candidates: Iterable<string>, limit: number): ReadonlyArray<string> => {
  const reach = Math.max(2, Math.floor(asked.length / 3))
  const last = lastSegment(asked).toLowerCase()
  const scored: Array<{ readonly candidate: string; readonly score: number }> = []
  for (const candidate of candidates) {
    const whole = Math.abs(candidate.length - asked.length) <= reach ? distance(asked, candidate) : reach + 1
    const sameName = last.length > 2 && lastSegment(candidate).toLowerCase() === last
    const score = sameName ? Math.min(whole, 1) : whole
    if (score <= reach) scored.push({ candidate, score })
  }
  scored.sort((a, b) => a.score - b.score || (a.candidate < b.candidate ? -1 : 1))
  return scored.slice(0, limit).map((entry) => entry.candidate)
}
