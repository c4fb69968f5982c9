import { Option } from "effect"
import { compile, hasGlob } from "./Glob.ts"

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

const pattern = (text: string): Pattern => {
  const folder = text.endsWith("/")
  const anchored = text.startsWith("/") || text.startsWith("./")
  const bare = text.replace(/^\.?\/+/, "").replace(/\/+$/, "")
  const floats = !anchored && !bare.includes("/")
  const reach = (segments: ReadonlyArray<string>): ReadonlyArray<string> => (folder ? segments.slice(0, -1) : segments)
  if (bare === "") return { text, matches: () => text !== "" }
  if (!hasGlob(bare)) {
    const names = bare.split("/")
    return {
      text,
      matches: (segments) => (floats ? reach(segments).includes(bare) : startsWith(reach(segments), names))
    }
  }
  const glob = compile(folder ? `${bare}/**` : bare)
  const single = compile(bare)
  return {
    text,
    matches: (segments) => (floats ? reach(segments).some((segment) => single([segment])) : glob(segments))
  }
}

/**
 * What `ultragit.include` and `ultragit.exclude` say of paths from the repository root (spec annotations §2).
 * `exclude` wins. A pattern without `/` holds at any depth, for files and folders; a pattern without glob characters
 * also holds for everything below it; `/` or `./` in front ties it to the root, `/` behind means a folder.
 */
export const pathFilter = (include: ReadonlyArray<string>, exclude: ReadonlyArray<string>): PathFilter => {
  const included = include.map(pattern)
  const excluded = exclude.map(pattern)
  return (path) => {
    const segments = path.split("/").filter((segment) => segment !== "" && segment !== ".")
    const hit = excluded.find((entry) => entry.matches(segments))
    if (hit !== undefined) return Option.some(hit.text)
    if (included.length === 0 || included.some((entry) => entry.matches(segments))) return Option.none()
    return Option.some(`ultragit.include = ${include.join(", ")}`)
  }
}
