import { posix } from "node:path"
import { isAsidePath } from "../../domain/pathConventions.ts"
import type { ArchitectureModule } from "../model/graphAnswers.ts"
import type { FileUse } from "./imports.ts"

/** Names of the files that make a folder a package of its own. */
const manifestName =
  /^(?:package\.json|pyproject\.toml|setup\.py|go\.mod|Cargo\.toml|pom\.xml|build\.gradle(?:\.kts)?|composer\.json|.*\.csproj|.*\.gemspec)$/

/** Levels of folders that modules may be at, the first with enough modules is taken. */
const folderLevels = [2, 3, 4, 5, 6, 7, 8] as const
/** Fewer modules say nothing about how a project is laid out. */
const minModules = 3
/** A module with a larger share of the files hides how a project is laid out, so its folders are modules instead. */
const maxShare = 0.5
/** With a larger share in one folder, the project has hardly another, so that its files are modules instead. */
const maxFolderShare = 0.9
/** More files of one folder than this would hide other modules. */
const maxFileModules = 50

/** Names the module of a file by its path. */
type ModuleOf = (path: string) => string

const foldersOf = (path: string): ReadonlyArray<string> => path.split("/").slice(0, -1)

const folderAt =
  (levels: number): ModuleOf =>
  (path) => {
    const folders = foldersOf(path)
    return folders.length === 0 ? "." : folders.slice(0, levels).join("/")
  }

/** The deepest folder that has all of these files, as its parts. */
const commonFolder = (paths: ReadonlyArray<string>): ReadonlyArray<string> => {
  const [first = [], ...others] = paths.map(foldersOf)
  const end = first.findIndex((part, at) => others.some((folders) => folders[at] !== part))
  return end === -1 ? first : first.slice(0, end)
}

const findLargest = (paths: ReadonlyArray<string>, moduleOf: ModuleOf): readonly [string, ReadonlyArray<string>] => {
  const groups = [...Map.groupBy(paths, moduleOf)]
  return groups.reduce((largest, group) => (group[1].length > largest[1].length ? group : largest), ["", []])
}

/** Splits a module into the folders of the deepest folder that has all of its files, and the files in that folder itself. */
const splitByFolder = (moduleOf: ModuleOf, module: string, files: ReadonlyArray<string>): ModuleOf => {
  const folder = commonFolder(files)
  const prefix = folder.map((part) => `${part}/`).join("")
  const below = folderAt(folder.length + 1)
  return (path) => {
    const found = moduleOf(path)
    return found === module && path.startsWith(prefix) ? below(path) : found
  }
}

/** Splits modules into folders, until none holds most of the files or only files that are in one folder. */
const splitLarge = (moduleOf: ModuleOf, main: ReadonlyArray<string>): ModuleOf => {
  const [module, files] = findLargest(main, moduleOf)
  if (files.length <= main.length * maxShare) return moduleOf
  const split = splitByFolder(moduleOf, module, files)
  if (new Set(files.map(split)).size > 1) return splitLarge(split, main)
  const isAlone = files.length > main.length * maxFolderShare
  if (!isAlone || files.length < minModules || files.length > maxFileModules) return moduleOf
  const alone = new Set(files)
  return (path) => (alone.has(path) ? path : moduleOf(path))
}

/**
 * The module of each file: its package, if the project has several; otherwise its folder, as deep as it takes for some. A
 * folder that has hardly a neighbour is divided into its folders, or else its files.
 */
const makeModuleOf = (paths: ReadonlyArray<string>, main: ReadonlyArray<string>): ModuleOf => {
  const packages = new Set(
    paths.filter((path) => manifestName.test(posix.basename(path))).map((path) => posix.dirname(path))
  )
  const find = (folder: string): string =>
    packages.has(folder) || folder === "." ? folder : find(posix.dirname(folder))
  const packageOf = (path: string): string => find(posix.dirname(path))
  // A manifest without code of its own only names a way into another package.
  const filled = new Set(main.map(packageOf)).size
  if (filled >= minModules) return packageOf
  if (filled > 1) return splitLarge(packageOf, main)
  const level = folderLevels.find((levels) => new Set(main.map(folderAt(levels))).size >= minModules)
  return splitLarge(folderAt(level ?? folderLevels[0]), main)
}

/** Describes the modules of a project, largest first, without those of tests and examples, and what these use, if there are others. */
export const describeModules = (
  paths: ReadonlyArray<string>,
  code: ReadonlyArray<string>,
  uses: ReadonlyArray<FileUse>
): ReadonlyArray<ArchitectureModule> => {
  const main = code.filter((path) => !isAsidePath(path))
  const moduleOf = makeModuleOf(paths, main)
  const files = Map.groupBy(code, moduleOf)
  const own = main.length === 0 ? uses : uses.filter(({ from }) => !isAsidePath(from))
  const needs = Map.groupBy(own, ({ from }) => moduleOf(from))
  const shown = new Set((main.length === 0 ? code : main).map(moduleOf))
  return [...files]
    .filter(([path]) => shown.has(path))
    .map(([path, { length }]) => ({
      name: path === "." ? "." : posix.basename(path),
      path,
      files: length,
      depends_on: [...new Set((needs.get(path) ?? []).map(({ to }) => moduleOf(to)))]
        .filter((other) => other !== path)
        .toSorted()
    }))
    .toSorted((a, b) => b.files - a.files || (a.path < b.path ? -1 : 1))
}
