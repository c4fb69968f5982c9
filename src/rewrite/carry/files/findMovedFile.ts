/** What comes before the first `/`. */
const top = (path: string): string => path.split("/", 1)[0] ?? ""

const only = <A>(entries: ReadonlyArray<A>): A | undefined => (entries.length === 1 ? entries[0] : undefined)

/**
 * Where a file is in a history whose folders were moved, when nothing is known but its old path and all paths of a
 * commit: below another folder, or, where the folder it was in is there no more, without that. Undefined unless there
 * is one such file alone.
 */
export const movedFolder = (file: string, paths: ReadonlyArray<string>): string | undefined => {
  const below = only(paths.filter((path) => path.endsWith(`/${file}`)))
  if (below !== undefined || paths.some((path) => top(path) === top(file))) return below
  return paths.filter((path) => file.endsWith(`/${path}`)).toSorted((a, b) => b.length - a.length)[0]
}
