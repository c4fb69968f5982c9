import { posix } from "node:path"
import type { Connection } from "../../adapters/sql/Connection.ts"
import { isAsidePath } from "../../domain/pathConventions.ts"
import { readVendored } from "../asking/viewFiles.ts"
import type { ProjectFiles } from "../views/projectFiles.ts"
import type { ArchitectureAnswer } from "../model/graphAnswers.ts"
import { readClasses } from "./classes.ts"
import { type FileUse, findCycles, readImports, readReferredFiles } from "./imports.ts"
import { readStats } from "./query.ts"
import { describeState } from "./describeState.ts"
import { describeModules } from "./modules.ts"
import { functionKinds } from "./nodes.ts"

const maxClasses = 20
const maxModules = 50
const maxCycles = 20
const maxEntryPoints = 30

/** Names of the files that a package begins at, in any language. */
const entryName = /^(?:main|index|cli|app|server|program|manage|__main__|lib|mod)\.[^.]+$/i

/** What files need: where a language imports packages and not files, only what a file refers to says so. */
const joinUses = (imports: ReadonlyArray<FileUse>, referred: ReadonlyArray<FileUse>): ReadonlyArray<FileUse> => {
  const importing = new Set(imports.map(({ from }) => from))
  return [...imports, ...referred.filter(({ from }) => !importing.has(from))]
}

/** Files that are named as a program begins come first. */
const rank = (path: string): number => (entryName.test(posix.basename(path)) ? 0 : 1)

/** Reads the files with the function at which a program of their language begins, whatever else uses them. */
const readMains = (connection: Connection, view: number): ReadonlySet<string> =>
  new Set(
    connection
      .all(
        `SELECT paths.path AS path FROM definitions JOIN files ON files.blob = definitions.blob AND files.view = ?
         JOIN blobs ON blobs.id = files.blob JOIN paths ON paths.id = files.path
         WHERE name = 'main' COLLATE NOCASE AND kind IN (${functionKinds.map((kind) => `'${kind}'`).join(", ")})
           AND (name = 'main' AND language IN ('c', 'cpp', 'go', 'java', 'kotlin', 'rust', 'scala')
             AND (qualified_name = name OR language IN ('java', 'scala'))
             OR name = 'Main' AND language = 'csharp')`,
        view
      )
      .map((row) => row.text("path"))
  )

const findEntryPoints = (
  imports: ReadonlyArray<FileUse>,
  referred: ReadonlyArray<FileUse>,
  code: ReadonlyArray<string>,
  mains: ReadonlySet<string>
): ReadonlyArray<string> => {
  const imported = new Set([...imports, ...referred].filter(({ from }) => !isAsidePath(from)).map(({ to }) => to))
  const needs = Map.groupBy(imports, ({ from }) => from)
  return code
    .filter((path) => !isAsidePath(path) && (mains.has(path) || (!imported.has(path) && needs.has(path))))
    .toSorted(
      (a, b) =>
        Number(mains.has(b)) - Number(mains.has(a)) ||
        rank(a) - rank(b) ||
        (needs.get(b)?.length ?? 0) - (needs.get(a)?.length ?? 0) ||
        (a < b ? -1 : 1)
    )
}

/** A file of the view. */
interface ListedFile {
  readonly path: string
  /** Empty if it has no grammar. */
  readonly language: string
  readonly isGenerated: boolean
}

/** Makes a function that says whether a file is a copy from another project, of the files and the code of this one. */
type MakeIsForeign = (files: ProjectFiles, paths: ReadonlyArray<string>) => (path: string) => boolean

interface Place {
  readonly projectFiles: ProjectFiles
  readonly makeIsForeign: MakeIsForeign
}

/** Takes the first that are wanted, and looks at no more than it takes to find them. */
const takeWanted = <A>(all: ReadonlyArray<A>, isWanted: (each: A) => boolean, count: number): ReadonlyArray<A> => {
  const found: Array<A> = []
  for (const each of all) {
    if (found.length === count) break
    if (isWanted(each)) found.push(each)
  }
  return found
}

/** Makes a function that says whether a file is the project's own text: neither generated nor a copy of another project's. */
const makeIsOwn = (
  connection: Connection,
  view: number,
  { makeIsForeign, projectFiles }: Place,
  code: ReadonlyArray<ListedFile>
): ((path: string) => boolean) => {
  const isVendored = readVendored(connection, view)
  const own = code.filter(({ isGenerated, path }) => !isGenerated && !isVendored(path)).map(({ path }) => path)
  const paths = new Set(own)
  const isForeign = makeIsForeign(
    projectFiles,
    own.filter((path) => !isAsidePath(path))
  )
  const known = new Map<string, boolean>()
  return (path) => {
    const found = known.get(path) ?? (paths.has(path) && !isForeign(path))
    known.set(path, found)
    return found
  }
}

const listFiles = (connection: Connection, view: number): ReadonlyArray<ListedFile> =>
  connection
    .all(
      `SELECT paths.path AS path, language, is_generated + is_marked > 0 AS is_generated FROM files JOIN paths ON paths.id = files.path JOIN blobs ON blobs.id = blob
       WHERE view = ? ORDER BY paths.path`,
      view
    )
    .map((row): ListedFile => ({
      path: row.text("path"),
      language: row.text("language"),
      isGenerated: row.integer("is_generated") === 1
    }))

const describe = (connection: Connection, view: number, place: Place): ArchitectureAnswer => {
  const files = listFiles(connection, view)
  const paths = files.map(({ path }) => path)
  const code = files.filter(({ language }) => language !== "")
  const imports = readImports(connection, view)
  const referred = readReferredFiles(connection, view)
  const codePaths = code.map(({ path }) => path)
  const modules = describeModules(paths, codePaths, joinUses(imports, referred))
  const cycles = findCycles(imports)
  const isOwn = makeIsOwn(connection, view, place, code)
  const entryPoints = takeWanted(
    findEntryPoints(imports, referred, codePaths, readMains(connection, view)),
    isOwn,
    maxEntryPoints + 1
  )
  const { total_classes, total_edges, total_files, total_functions } = readStats(connection, view)
  const isTruncated = modules.length > maxModules || cycles.length > maxCycles || entryPoints.length > maxEntryPoints
  return {
    node_counts: { files: total_files, functions: total_functions, classes: total_classes, edges: total_edges },
    languages: [...Map.groupBy(code, ({ language }) => language)]
      .map(([language, found]) => ({ language, file_count: found.length }))
      .toSorted((a, b) => b.file_count - a.file_count),
    top_classes: takeWanted(readClasses(connection, view), ({ file }) => isOwn(file), maxClasses),
    modules: modules.slice(0, maxModules),
    cycles: cycles.slice(0, maxCycles),
    entry_points: entryPoints.slice(0, maxEntryPoints),
    ...(isTruncated ? { truncated: true } : {}),
    ...describeState(connection, view)
  }
}

/** Makes the function that answers `repotoire_get_architecture`, and keeps its answer for the files of a view that it is about. */
export const makeArchitecture = (makeIsForeign: MakeIsForeign) => {
  let kept: { readonly view: number; readonly revision: string; readonly answer: ArchitectureAnswer } | undefined
  return (connection: Connection, view: number, projectFiles: ProjectFiles): ArchitectureAnswer => {
    const state = describeState(connection, view)
    const { pending, revision } = state.index
    if (kept?.view === view && kept.revision === revision && pending === 0) return { ...kept.answer, ...state }
    const answer = describe(connection, view, { projectFiles, makeIsForeign })
    kept = pending === 0 && revision !== "" ? { view, revision, answer } : undefined
    return answer
  }
}
