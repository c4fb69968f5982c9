import { isTestPath } from "../../../domain/pathConventions.ts"
import type { LinkView } from "../LinkView.ts"
import { baseNameOf, folderOf, foldersAround, joinPath } from "../paths.ts"

/** A folder of headers, which are for the files of the folder around it. */
const headerFolder = /(?:^|\/)(?:include|inc|headers)$/i

/** The folder whose files take in a file by the end of its path. */
const ownerOf = (path: string, end: string): string =>
  path.slice(0, Math.max(path.length - end.length - 1, 0)).replace(headerFolder, "")

const takeOnlyMost = (paths: ReadonlyArray<string>, measure: (path: string) => number): string | undefined => {
  const most = Math.max(...paths.map(measure))
  const found = paths.filter((path) => measure(path) === most)
  return found.length === 1 ? found[0] : undefined
}

/** The nearest of several files that a path may mean, if there is only one: of the innermost folder around, or with the most folders in common. */
const findNearest = (from: string, end: string, all: ReadonlyArray<string>): string | undefined => {
  const others = isTestPath(from) ? [] : all.filter((path) => !isTestPath(path))
  const paths = others.length === 0 ? all : others
  const around = new Set(foldersAround(from))
  const owned = paths.filter((path) => around.has(ownerOf(path, end)))
  const countCommon = (path: string) => foldersAround(path).filter((folder) => around.has(folder)).length
  return owned.length === 0
    ? takeOnlyMost(paths, countCommon)
    : takeOnlyMost(owned, (path) => ownerOf(path, end).length)
}

/** Finds the file that a file takes in by a path. `library`: names of the library of the language, which only a file next to it has. */
export const findFile = (view: LinkView, from: string, path: string, library: RegExp): string | undefined => {
  const near = joinPath(folderOf(from), path)
  if (near !== undefined && view.has(near)) return near
  if (library.test(path)) return undefined
  const end = path.replace(/^(?:\.{1,2}\/)+/, "")
  const found = view.named(baseNameOf(end)).filter((each) => each === end || each.endsWith(`/${end}`))
  return found.find((each) => each === end) ?? findNearest(from, end, found)
}
