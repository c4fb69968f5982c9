/** Characters that no ref name has (git check-ref-format), and options. */
const namePattern = /^(?![-@]$)(?!-)(?!.*(?:\.\.|@\{|\/\/))[^\0-\x20\x7f~^:?*[\\]+$/
/** `^`, `^2`, `^{commit}`, `~` and `~3`, as often as one likes. */
const suffixPattern = /^(?:\^\d{0,4}|\^\{(?:commit|object|tag|)\}|~\d{0,9})*$/

const maxRevisionUnits = 4096

/** An abbreviation that git, but not JGit, takes as too short. */
const shortId = /^([0-9a-f]{3})([~^].*)?$/i

/**
 * Lists the names by which git looks up a revision: the first that it finds counts. Empty if JGit would not read it:
 * ranges, paths, reflogs, searches, options, `@`.
 */
export const lookupNames = (revision: string): ReadonlyArray<string> => {
  const end = revision.search(/[~^]/)
  const [name, suffix] = end === -1 ? [revision, ""] : [revision.slice(0, end), revision.slice(end)]
  if (revision.length > maxRevisionUnits || !namePattern.test(name) || !suffixPattern.test(suffix)) return []
  if (!revision.isWellFormed()) return []
  const short = shortId.exec(revision)
  if (short === null) return [revision]
  const longer = Array.from({ length: 16 }, (_, digit) => `${short[1]}${digit.toString(16)}${short[2] ?? ""}`)
  return [revision, ...longer]
}
