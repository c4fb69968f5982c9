import { isObject } from "../../../domain/Json.ts"

// Not a library: what is resolved here comes from any repository and may have any form, and its targets are built files
// that a view need not have.

/** Conditions that hold, as for TypeScript and Node; which of them comes first is up to the package. */
const conditions: ReadonlySet<string> = new Set([
  "source",
  "development",
  "types",
  "import",
  "module",
  "node",
  "default",
  "require"
])

/** Whether a condition holds. One that a project names for its own sources does: `@zod/source`. */
const holds = (condition: string): boolean => conditions.has(condition) || /(?:^|[^a-z])(?:source|src)$/.test(condition)

/** Maximum nesting of conditions and lists. */
const maxDepth = 10

/** The targets of an entry in the order in which they are tried: those under conditions that may not hold come last. */
const targetsOf = (entry: unknown, depth = 0): ReadonlyArray<string> => {
  if (typeof entry === "string") return [entry]
  if (depth > maxDepth) return []
  if (Array.isArray(entry)) return entry.flatMap((each) => targetsOf(each, depth + 1))
  if (!isObject(entry)) return []
  return Object.entries(entry)
    .toSorted(([a], [b]) => Number(holds(b)) - Number(holds(a)))
    .flatMap(([, each]) => targetsOf(each, depth + 1))
}

/** What a key with at most one `*` leaves for it; undefined if it does not match. */
export const matchPattern = (pattern: string, name: string): string | undefined => {
  const star = pattern.indexOf("*")
  if (star === -1) return pattern === name ? "" : undefined
  const [before, after] = [pattern.slice(0, star), pattern.slice(star + 1)]
  return name.length >= before.length + after.length && name.startsWith(before) && name.endsWith(after)
    ? name.slice(before.length, name.length - after.length)
    : undefined
}

const byLength = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number =>
  Number(a.includes("*")) - Number(b.includes("*")) || b.indexOf("*") - a.indexOf("*")

/** The targets of a name in the map `exports` or `imports` of a package: exact keys first, then the longest pattern. */
export const mapTargets = (map: unknown, name: string): ReadonlyArray<string> => {
  const isTable = isObject(map) && Object.keys(map).some((key) => key.startsWith(".") || key.startsWith("#"))
  const table = isTable ? map : { ".": map }
  for (const [key, entry] of Object.entries(table).toSorted(byLength)) {
    const rest = matchPattern(key, name)
    if (rest !== undefined) return targetsOf(entry).map((target) => target.replaceAll("*", () => rest))
  }
  return []
}

/** Parses a JSON object; undefined for anything else. */
export const toRecord = (value: unknown): Readonly<Record<string, unknown>> | undefined =>
  isObject(value) ? value : undefined
