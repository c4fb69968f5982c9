/** Escapes that the original replaces in names once more, whatever encoded them. */
const escapes: ReadonlyArray<readonly [RegExp, string]> = [
  [/%7e/gi, "~"],
  [/%2f/gi, "/"]
]

/**
 * Returns the name of a repository as the root knows it, from what a caller wrote: without slashes around it, doubled
 * slashes and `.` segments. Undefined for a name with `..`, which would lead out of the root.
 */
export const normalizeName = (given: string): string | undefined => {
  const replaced = escapes.reduce((name, [pattern, plain]) => name.replace(pattern, plain), given)
  const segments = replaced.split("/").filter((segment) => segment !== "" && segment !== ".")
  return segments.includes("..") || replaced.includes("\0") ? undefined : segments.join("/")
}

/** Orders texts as Java does: by UTF-16 code units. */
export const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** Orders texts by their lower case. */
export const compareFolded = (a: string, b: string): number => compareText(a.toLowerCase(), b.toLowerCase())
