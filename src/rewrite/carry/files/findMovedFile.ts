import { takeBefore } from "../../../domain/Text.ts"

/** The first segment of a path. */
const top = (path: string): string => takeBefore(path, "/")

const only = <A>(entries: ReadonlyArray<A>): A | undefined => (entries.length === 1 ? entries[0] : undefined)

/**
 * Guesses where a file is after folders of the history were moved, from its old path and all paths of a commit: below
 * another folder, or without leading folders if its top folder is gone. Undefined if the first guess is not unique.
 */
export const findMovedFile = (file: string, paths: ReadonlyArray<string>): string | undefined => {
  const below = only(paths.filter((path) => path.endsWith(`/${file}`)))
  if (below !== undefined || paths.some((path) => top(path) === top(file))) return below
  return paths.filter((path) => file.endsWith(`/${path}`)).toSorted((a, b) => b.length - a.length)[0]
}
