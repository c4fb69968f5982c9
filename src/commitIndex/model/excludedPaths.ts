import { Option } from "effect"
import { makePathFilter } from "../../config/PathFilter.ts"

/** Whether a path is left out of the index. */
export type IsExcluded = (path: string) => boolean

/** What no index needs, at any depth. */
export const alwaysExcluded = ["node_modules/", "vendor/", "dist/", ".git/"]

/** Whether a path is left out: by what is left out everywhere, or by a repository's own prefixes and globs. */
export const leftOut = (exclude: ReadonlyArray<string>): IsExcluded => {
  const filter = makePathFilter([], [...alwaysExcluded, ...exclude])
  return (path) => Option.isSome(filter(path))
}
