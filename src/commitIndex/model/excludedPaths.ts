import { Option } from "effect"
import { makePathFilter } from "../../config/PathFilter.ts"

/** Tests whether a path is excluded from the index. */
export type IsExcluded = (path: string) => boolean

/** Folders that are always excluded, at any depth. */
const defaultExcludes = ["node_modules/", "vendor/", "dist/", ".git/"]

/** Builds the exclude filter from the default folders and a repository's own prefixes and globs. */
export const makeExcludeFilter = (exclude: ReadonlyArray<string>): IsExcluded => {
  const filter = makePathFilter([], [...defaultExcludes, ...exclude])
  return (path) => Option.isSome(filter(path))
}
