import type { Tag } from "./tags.ts"
import { rarityOf, type ViewFiles } from "./viewFiles.ts"

/** Gain of the only file with a name, and with a path of several parts, among e - 1 files; more in larger views. */
const nameWeight = 1.5
const pathWeight = 3

/** The line, and perhaps column, after a path. */
const linePattern = /(?::|#L)(\d+)(?::\d+)?$/

/** The line that a tag names after a path. */
export const lineOf = ({ name = "" }: Tag): number | undefined => {
  const line = linePattern.exec(name)?.[1]
  return line === undefined ? undefined : Number(line)
}

/** A path as the index has it, from one with a line and column, of another system, or relative. */
const normalize = (name: string): string =>
  name
    .replaceAll("\\", "/")
    .replace(linePattern, "")
    .replace(/^(?:\.{1,2}\/+)+/, "")

/** The positions of the files whose path, as `toPath` gives it, is one or ends in it. */
const findEnding = ({ files }: ViewFiles, path: string, toPath: (path: string) => string): ReadonlyArray<number> =>
  files.flatMap((file, at) => {
    const whole = toPath(file.path)
    return whole === path || whole.endsWith(`/${path}`) ? [at] : []
  })

/** The position of the file with the longest path that a longer one, such as an absolute one of another machine, ends in. */
const findWithin = ({ files }: ViewFiles, path: string): ReadonlyArray<number> => {
  let length = 0
  let found: ReadonlyArray<number> = []
  for (const [at, file] of files.entries()) {
    if (file.path.length <= length || !path.endsWith(`/${file.path}`)) continue
    length = file.path.length
    found = [at]
  }
  return found
}

/** The path of a file as a module: without its extension, and without the name that stands for its folder. */
const toModule = (path: string): string => path.replace(/\.[^./]+$/, "").replace(/\/(?:__init__|index|mod)$/, "")

/** The path of a module from its name, such as `org.jsoup.nodes.Document`; undefined if it has one part. */
const modulePath = (name: string): string | undefined =>
  /^[\w-]+(?:(?:\.|::)[\w-]+)+$/.test(name) ? name.replaceAll(/\.|::/g, "/").replace(/^crate\//, "") : undefined

const find = (view: ViewFiles, name: string): ReadonlyArray<number> => {
  const path = normalize(name)
  const ending = path === "" ? [] : findEnding(view, path, (each) => each)
  if (ending.length > 0) return ending
  if (path.includes("/")) return findWithin(view, path)
  const module = modulePath(path)
  if (module === undefined) return []
  const last = module.slice(module.lastIndexOf("/") + 1)
  const first = module.slice(0, module.lastIndexOf("/"))
  // Most paths need no closer look.
  return findEnding(view, module, (each) => (each.includes(last) && each.includes(first) ? toModule(each) : ""))
}

/**
 * Finds the files of a view that a tag names by their path or the end of it, as stack traces, messages and other tools write paths, or
 * by the name of a module.
 *
 * @returns Gains by position in the view's files: more the fewer they are.
 */
export const findPathFiles = (view: ViewFiles, { name }: Tag): ReadonlyMap<number, number> => {
  if (name === undefined) return new Map()
  const found = new Set(find(view, name))
  const gain = (/[/\\]/.test(name) ? pathWeight : nameWeight) * rarityOf(view, found)
  return new Map([...found].map((at) => [at, gain]))
}
