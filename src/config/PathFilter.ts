import { Option } from "effect"
import { compileGlob, hasGlobCharacters } from "./Glob.ts"

/**
 * None: the path is answered for. Otherwise the pattern that excludes it, or, when `include` has patterns and none of
 * them lets the path in, `ultragit.include = <all of them>`.
 */
export type PathFilter = (path: string) => Option.Option<string>

interface Pattern {
  readonly text: string
  readonly matches: (segments: ReadonlyArray<string>) => boolean
}

const startsWith = (segments: ReadonlyArray<string>, prefix: ReadonlyArray<string>): boolean =>
  prefix.every((segment, index) => segments[index] === segment)

const parsePattern = (text: string): Pattern => {
  const isFolder = text.endsWith("/")
  const isRooted = text.startsWith("/") || text.startsWith("./")
  const bare = text.replace(/^\.?\/+/, "").replace(/\/+$/, "")
  const isFloating = !isRooted && !bare.includes("/")
  const selectSegments = (segments: ReadonlyArray<string>): ReadonlyArray<string> =>
    isFolder ? segments.slice(0, -1) : segments
  if (bare === "") return { text, matches: () => text !== "" }
  if (!hasGlobCharacters(bare)) {
    const names = bare.split("/")
    return {
      text,
      matches: (segments) =>
        isFloating ? selectSegments(segments).includes(bare) : startsWith(selectSegments(segments), names)
    }
  }
  const glob = compileGlob(isFolder ? `${bare}/**` : bare)
  const single = compileGlob(bare)
  return {
    text,
    matches: (segments) => (isFloating ? selectSegments(segments).some((segment) => single([segment])) : glob(segments))
  }
}

/**
 * What `ultragit.include` and `ultragit.exclude` say of paths from the repository root (spec annotations §2).
 * `exclude` wins. A pattern without `/` holds at any depth, for files and folders; a pattern without glob characters
 * also holds for everything below it; `/` or `./` in front ties it to the root, `/` behind means a folder.
 */
export const makePathFilter = (include: ReadonlyArray<string>, exclude: ReadonlyArray<string>): PathFilter => {
  const included = include.map(parsePattern)
  const excluded = exclude.map(parsePattern)
  return (path) => {
    const segments = path.split("/").filter((segment) => segment !== "" && segment !== ".")
    const hit = excluded.find((entry) => entry.matches(segments))
    if (hit !== undefined) return Option.some(hit.text)
    if (included.length === 0 || included.some((entry) => entry.matches(segments))) return Option.none()
    return Option.some(`ultragit.include = ${include.join(", ")}`)
  }
}
