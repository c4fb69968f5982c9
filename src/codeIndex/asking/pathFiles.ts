import { splitName } from "../../domain/AnchorName.ts"
import { findLocated, parseLocations } from "../../domain/Location.ts"
import type { Tag } from "./tags.ts"
import { rarityOf, type ViewFiles } from "./viewFiles.ts"

/** Gain of the only file with a name, and with a path of several parts, among e - 1 files; more in larger views. */
const nameWeight = 1.5
const pathWeight = 3
/** What each location of a text is worth less than the one before: the first lines of a trace are nearest to the failure. */
const decayPerLocation = 0.02
/** Parts of a name that are tried as a module at most, and parts around it that are not of its path. */
const maxModuleParts = 8
const maxLeadingParts = 2

/** What a file gains by its path, with the line that is named after it. */
export interface PathGain {
  readonly gain: number
  readonly line?: number
}

/** The path of a file as a module: without its extension, and without the name that stands for its folder. */
const toModule = (path: string): string => path.replace(/\.[^./]+$/, "").replace(/\/(?:__init__|index|mod)$/, "")

/** The positions of the files whose path as a module is one or ends in it. */
const findModule = ({ files }: ViewFiles, parts: ReadonlyArray<string>): ReadonlyArray<number> => {
  const module = parts.join("/")
  return files.flatMap((file, at) => {
    // Most paths need no closer look.
    if (!parts.every((part) => file.path.includes(part))) return []
    const own = toModule(file.path)
    return own === module || own.endsWith(`/${module}`) ? [at] : []
  })
}

/**
 * The positions of the files whose module a name begins with: `org.jsoup.nodes.Document.title` is in that of
 * `src/main/java/org/jsoup/nodes/Document.java`, and `app::pool::acquire` in that of `src/pool.rs`, whose path has not the name of the package.
 */
const findModules = (view: ViewFiles, name: string): ReadonlyArray<number> => {
  const parts = splitName(name.replace(/^crate::/, "")).slice(0, maxModuleParts)
  if (parts.length < 2 || !parts.every((part) => /^[\w-]+$/.test(part))) return []
  for (let end = parts.length; end >= 2; end -= 1) {
    for (let start = 0; start <= Math.min(maxLeadingParts, end - 2); start += 1) {
      const found = findModule(view, parts.slice(start, end))
      if (found.length > 0) return found
    }
  }
  return []
}

const gainOf = (view: ViewFiles, path: string, found: ReadonlyArray<number>): number =>
  (/[/\\]/.test(path) ? pathWeight : nameWeight) * rarityOf(view, { size: found.length })

/**
 * Finds the files of a view that a tag names by their path or the end of it, as people, hosts, stack traces and other tools write paths,
 * or by the name of a module.
 *
 * @returns Gains by position in the view's files: more the fewer they are.
 */
export const findPathFiles = (view: ViewFiles, { name, text }: Tag): ReadonlyMap<number, PathGain> => {
  const gains = new Map<number, PathGain>()
  for (const [number, { lines, path }] of parseLocations(text).entries()) {
    const found = findLocated(path, view.files)
    const gain = gainOf(view, path, found) * (1 - number * decayPerLocation)
    for (const at of found) {
      if (!gains.has(at)) gains.set(at, { gain, ...(lines === undefined ? {} : { line: lines.start }) })
    }
  }
  if (gains.size > 0 || name === undefined) return gains
  const ending = findLocated(name, view.files)
  const found = ending.length > 0 ? ending : findModules(view, name)
  return new Map(found.map((at) => [at, { gain: gainOf(view, name, found) }]))
}
