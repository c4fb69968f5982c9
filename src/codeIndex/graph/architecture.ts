import { posix } from "node:path"
import type { Connection } from "../../adapters/sql/Connection.ts"
import { isAsidePath } from "../asking/viewFiles.ts"
import type { ArchitectureAnswer, ArchitectureModule } from "../model/graphAnswers.ts"
import { type FileImport, findCycles, readImports } from "./imports.ts"
import { readStats } from "./query.ts"
import { describeState } from "./describeState.ts"

const maxClasses = 20
const maxModules = 50
const maxCycles = 20
const maxEntryPoints = 30

/** Names of the files that a package begins at, in any language. */
const entryName = /^(?:main|index|cli|app|server|program|manage|__main__|lib|mod)\.[^.]+$/i

/** Names of the files that make a folder a package of its own. */
const manifestName =
  /^(?:package\.json|pyproject\.toml|setup\.py|go\.mod|Cargo\.toml|pom\.xml|build\.gradle(?:\.kts)?|composer\.json|.*\.csproj|.*\.gemspec)$/

/** Levels of folders that modules may be at, the first with enough modules is taken. */
const folderLevels = [2, 3, 4, 5, 6, 7, 8] as const
/** Fewer modules say nothing about how a project is laid out. */
const minModules = 3

const isMainModule = (path: string): boolean => path === "." || !isAsidePath(`${path}/`)

const folderAt =
  (levels: number) =>
  (path: string): string => {
    const folders = path.split("/").slice(0, -1)
    return folders.length === 0 ? "." : folders.slice(0, levels).join("/")
  }

/** The module of each file: its package, if the project has several; otherwise its folder, as deep as it takes for some. */
const makeModuleOf = (paths: ReadonlyArray<string>, code: ReadonlyArray<string>): ((path: string) => string) => {
  const packages = new Set(
    paths.filter((path) => manifestName.test(posix.basename(path))).map((path) => posix.dirname(path))
  )
  if ([...packages].filter(isMainModule).length <= 1) {
    const main = code.filter((path) => !isAsidePath(path))
    const level = folderLevels.find((levels) => new Set(main.map(folderAt(levels))).size >= minModules)
    return folderAt(level ?? folderLevels[0])
  }
  const find = (folder: string): string =>
    packages.has(folder) || folder === "." ? folder : find(posix.dirname(folder))
  return (path) => find(posix.dirname(path))
}

const describeModules = (
  paths: ReadonlyArray<string>,
  imports: ReadonlyArray<FileImport>,
  moduleOf: (path: string) => string
): ReadonlyArray<ArchitectureModule> => {
  const files = Map.groupBy(paths, moduleOf)
  const needs = Map.groupBy(imports, ({ from }) => moduleOf(from))
  return [...files]
    .map(([path, own]) => ({
      name: path === "." ? "." : posix.basename(path),
      path,
      files: own.length,
      depends_on: [...new Set((needs.get(path) ?? []).map(({ to }) => moduleOf(to)))]
        .filter((other) => other !== path)
        .toSorted()
    }))
    .toSorted((a, b) => b.files - a.files || (a.path < b.path ? -1 : 1))
}

/** Files that are named as a program begins come first. */
const rank = (path: string): number => (entryName.test(posix.basename(path)) ? 0 : 1)

const findEntryPoints = (imports: ReadonlyArray<FileImport>, code: ReadonlyArray<string>): ReadonlyArray<string> => {
  const imported = new Set(imports.filter(({ from }) => !isAsidePath(from)).map(({ to }) => to))
  const needs = Map.groupBy(imports, ({ from }) => from)
  return code
    .filter((path) => !isAsidePath(path) && !imported.has(path) && needs.has(path))
    .toSorted(
      (a, b) => rank(a) - rank(b) || (needs.get(b)?.length ?? 0) - (needs.get(a)?.length ?? 0) || (a < b ? -1 : 1)
    )
}

const readTopClasses = (connection: Connection, view: number): ArchitectureAnswer["top_classes"] =>
  connection
    .all(
      `SELECT paths.path AS path, types.qualified_name AS name, count(*) AS count FROM definitions AS types
       JOIN files ON files.blob = types.blob AND files.view = ? JOIN paths ON paths.id = files.path
       JOIN definitions AS methods ON methods.blob = types.blob AND methods.kind = 'method'
         AND methods.start_line >= types.start_line AND methods.end_line <= types.end_line
         AND substr(methods.qualified_name, 1, length(types.qualified_name)) = types.qualified_name
         AND length(methods.qualified_name) > length(types.qualified_name)
       WHERE types.kind IN ('class', 'struct', 'trait', 'interface', 'impl')
       GROUP BY paths.path, types.number ORDER BY count DESC, paths.path, types.number LIMIT ${maxClasses}`,
      view
    )
    .map((row) => ({ class_name: row.text("name"), file: row.text("path"), method_count: row.integer("count") }))

/** Answers `repotoire_get_architecture`. */
export const describeArchitecture = (connection: Connection, view: number): ArchitectureAnswer => {
  const files = connection
    .all(
      `SELECT paths.path AS path, language FROM files JOIN paths ON paths.id = files.path JOIN blobs ON blobs.id = blob
       WHERE view = ? ORDER BY paths.path`,
      view
    )
    .map((row) => ({ path: row.text("path"), language: row.text("language") }))
  const paths = files.map(({ path }) => path)
  const code = files.filter(({ language }) => language !== "")
  const imports = readImports(connection, view)
  const codePaths = code.map(({ path }) => path)
  const all = describeModules(codePaths, imports, makeModuleOf(paths, codePaths))
  const main = all.filter(({ path }) => isMainModule(path))
  const modules = main.length === 0 ? all : main
  const cycles = findCycles(imports)
  const entryPoints = findEntryPoints(imports, codePaths)
  const { total_classes, total_edges, total_files, total_functions } = readStats(connection, view)
  const isTruncated = modules.length > maxModules || cycles.length > maxCycles || entryPoints.length > maxEntryPoints
  return {
    node_counts: { files: total_files, functions: total_functions, classes: total_classes, edges: total_edges },
    languages: [...Map.groupBy(code, ({ language }) => language)]
      .map(([language, found]) => ({ language, file_count: found.length }))
      .toSorted((a, b) => b.file_count - a.file_count),
    top_classes: readTopClasses(connection, view),
    modules: modules.slice(0, maxModules),
    cycles: cycles.slice(0, maxCycles),
    entry_points: entryPoints.slice(0, maxEntryPoints),
    ...(isTruncated ? { truncated: true } : {}),
    ...describeState(connection, view)
  }
}
