import { Result } from "effect"
import type { LineRange } from "./LineRange.ts"

/** A path, perhaps with lines, as people, hosts, editors, compilers and stack traces write it. */
export interface Location {
  readonly path: string
  readonly lines?: LineRange
}

/** Characters of a text, and of a word of it, that are looked at. */
const maxChars = 65_536
const maxWordChars = 500
/** Locations of a text. */
const maxLocations = 20
/** Words after a path that may name its lines: `on line 12`, `lines 12 to 20`. */
const maxFollowing = 5

const extension = /[^/\\.\s:]\.[A-Za-z]\w{0,9}$/
const hasExtension = (path: string): boolean => extension.test(path)

/** What may be a file if lines follow it: also one in a folder, one whose name begins with a dot, and such as Makefile and BUILD. */
const fileName = /[/\\]|^\.\w|^(?:[A-Z][a-z]*file|[A-Z]{4,})$/
const isFile = (path: string): boolean => hasExtension(path) || fileName.test(path)

/** The lines that two numbers name; none for the number 0. */
const toLines = (start: string | undefined, end: string | undefined): Pick<Location, "lines"> => {
  const first = Number(start ?? 0)
  return first === 0 ? {} : { lines: { start: first, end: Math.max(first, Number(end ?? first)) } }
}

const decode = (path: string): string =>
  Result.getOrElse(
    Result.try(() => decodeURIComponent(path)),
    () => path
  )

/** What an address of a file on a host has before its path: the last part is the revision, or the first of its parts. */
const hostFolders =
  /^(?:[^/]+\/(?:(?:[^/]+\/)+?(?:-\/)?(?:blob|blame|tree|raw|edit)|[^/]+\/[^/]+\/src)|raw\.githubusercontent\.com\/[^/]+\/[^/]+)\/[^/]+\/(.+)$/
const fragmentLines = /^(?:L|lines-)?(\d+)(?:C\d+)?(?:[-:]L?(\d+)(?:C\d+)?)?$/

/** Reads the address of a file. What is left of its path begins with the rest of a revision that has several parts. */
const parseAddress = (word: string): Location | undefined => {
  const [, address, fragment = ""] = /^https?:\/\/([^?#]+)(?:\?[^#]*)?(?:#(.*))?$/.exec(word) ?? []
  if (address === undefined) return undefined
  const path = hostFolders.exec(address)?.[1] ?? address.replace(/^[^/]*\//, "")
  const [, start, end] = fragmentLines.exec(fragment) ?? []
  return hasExtension(path) || start !== undefined ? { path: decode(path), ...toLines(start, end) } : undefined
}

/** A frame of the JVM: `a.b.Pool$Inner.acquire(Pool.java:12)` is in `a/b/Pool.java`. */
const parseJvmFrame = (word: string): Location | undefined => {
  const [, qualified, file, line] = /^(?:[^()]*\/)?([\w.$<>-]+)\(([^()\s/:]+\.\w+):(\d+)\)$/.exec(word) ?? []
  if (qualified === undefined || file === undefined) return undefined
  const folders = qualified.split(".").slice(0, -2)
  return { path: [...folders, file].join("/"), ...toLines(line, line) }
}

/** What follows a path in the same word. */
const lineSuffixes: ReadonlyArray<RegExp> = [
  /^(.+?)#L(\d+)(?:C\d+)?(?:-L?(\d+)(?:C\d+)?)?$/,
  /^(.+?):(\d+)(?::\d+)?(?:-(\d+)(?::\d+)?)?(?::in)?$/,
  /^(.+?)\((\d+)(?:,\d+)*(?:-(\d+)(?:,\d+)?)?\)$/
]

const withoutScheme = (path: string): string =>
  path.replace(/^(?:file|webpack|vscode):\/\/(?:\/(?=\.{0,2}\/|[A-Za-z]:))?/, "")

const parseWithLines = (word: string): Location | undefined => {
  for (const suffix of lineSuffixes) {
    const [, path = "", start, end] = suffix.exec(word) ?? []
    if (isFile(path)) return { path: withoutScheme(path), ...toLines(start, end) }
  }
  return undefined
}

const opening = /^["'`([{<]+/
const closing = /["'`)\]}>.,;:]+$/
/** Reads the lines that the words after a path name. */
const parseFollowing = (words: ReadonlyArray<string>, isLine: boolean): Pick<Location, "lines"> => {
  const rest = `${isLine ? "line " : ""}${words.join(" ")}`
  const [, start, end] = /^(?:(?:on|at|in) )?(?:lines? L?|L)(\d+)(?:\s?(?:-|–|to)\s?L?(\d+))?\b/.exec(rest) ?? []
  return toLines(start, end)
}

/** Reads the location that begins with a word; `following`: the words after it in its line. */
const parseWord = (given: string, following: () => ReadonlyArray<string>): Location | undefined => {
  if (given.length > maxWordChars) return undefined
  const word = given.replace(opening, "").replace(/[.,;:]+$/, "")
  const bare = word.replace(closing, "")
  const found =
    parseAddress(bare) ??
    parseJvmFrame(word) ??
    parseWithLines(word) ??
    (bare === word ? undefined : parseWithLines(bare))
  if (found !== undefined) return found
  const path = withoutScheme(bare.replace(/:line$/, ""))
  if (!hasExtension(path)) return undefined
  const lines = parseFollowing(following(), bare.endsWith(":line"))
  return lines.lines !== undefined || /[/\\]/.test(path) ? { path, ...lines } : undefined
}

/** A frame of Python, whose path may have spaces. */
const pythonFrame = /^\s*File "([^"]+)", line (\d+)/

const parseLine = (line: string): ReadonlyArray<Location> => {
  const [, path, number] = pythonFrame.exec(line) ?? []
  if (path !== undefined) return [{ path, ...toLines(number, number) }]
  const words = line.split(/\s+/).filter((word) => word !== "")
  return words.flatMap(
    (word, at) =>
      parseWord(word, () => words.slice(at + 1, at + 1 + maxFollowing).map((each) => each.slice(0, maxWordChars))) ?? []
  )
}

/**
 * Finds the locations in a text: paths with lines, paths with a folder, addresses of files on a host, and lines of stack traces. In
 * their order, but those of Python's traces, which end with the call that failed, from the end.
 */
export const parseLocations = (text: string): ReadonlyArray<Location> => {
  const lines = text.slice(0, maxChars).split("\n")
  const found = lines.flatMap(parseLine)
  const isPython = lines.some((line) => pythonFrame.test(line))
  return (isPython ? found.toReversed() : found).slice(0, maxLocations)
}

/** The location that a whole text is, if its path is that of one of the files: it may have spaces. */
export const findWhole = (text: string, files: ReadonlyArray<{ readonly path: string }>): ReadonlyArray<Location> => {
  const whole = parseWord(text, () => [])
  return whole !== undefined && files.some(({ path }) => path === whole.path) ? [whole] : []
}

/** Parts that a path of another root must have in common with that of a file. */
const minCommonParts = 2

const countCommonParts = (a: ReadonlyArray<string>, b: ReadonlyArray<string>): number => {
  let count = 0
  while (count < Math.min(a.length, b.length) && a.at(-1 - count) === b.at(-1 - count)) count += 1
  return count
}

/** A path as repositories have it, from one of another system, or relative. */
const normalize = (path: string): string => path.replaceAll("\\", "/").replace(/^(?:\.{1,2}\/+)+/, "")

/**
 * Finds the files that a path names: the end of theirs, a longer one that ends in it, or one of another root that ends as theirs does,
 * such as that of an installed package.
 *
 * @returns Positions in `files`.
 */
export const findLocated = (given: string, files: ReadonlyArray<{ readonly path: string }>): ReadonlyArray<number> => {
  const path = normalize(given)
  if (path === "") return []
  const ending = files.flatMap((file, at) => (file.path === path || file.path.endsWith(`/${path}`) ? [at] : []))
  if (ending.length > 0 || !path.includes("/")) return ending
  const parts = path.split("/")
  const name = parts.at(-1) ?? ""
  // An absolute path may be of a copy elsewhere; a relative one would name another file, unless its first folders are not the repository's.
  const isAbsolute = /^(?:\/|~|[A-Za-z]:\/)/.test(path)
  const same = files.flatMap((file, at) => {
    if (file.path !== name && !file.path.endsWith(`/${name}`)) return []
    const own = file.path.split("/")
    const common = countCommonParts(own, parts)
    const hasEnough = common >= minCommonParts
    const isSame = common === own.length ? isAbsolute || hasEnough : isAbsolute && hasEnough
    return isSame ? [{ at, common }] : []
  })
  const most = same.reduce((max, { common }) => Math.max(max, common), 0)
  const best = same.filter(({ common }) => common === most)
  return best.map(({ at }) => at)
}
