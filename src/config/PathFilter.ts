import { Option } from "effect"
import { compileGlob, hasGlobCharacters } from "./Glob.ts"

/**
 * Returns none if a path is allowed. Otherwise returns the pattern that excludes it, or `ultragit.include = <patterns>`
 * if none of the include patterns matches.
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
 * Builds a filter from `ultragit.include` and `ultragit.exclude` for paths relative to the repository root (spec
 * annotations §2). `exclude` wins. A pattern without `/` matches files and folders at any depth. A pattern without glob
 * characters also matches everything below it. A leading `/` or `./` ties it to the root; a trailing `/` means a folder.
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
