import type { Connection } from "../../adapters/sql/Connection.ts"
import type { Snapshot } from "../../store/database/Snapshot.ts"
import { bundledPackages, isCopyPath, isTestPath } from "../../domain/pathConventions.ts"
import { blobStates } from "../store/schema.ts"

/** A file of a view, as ranking sees it. */
export interface ViewFile {
  readonly pathId: number
  readonly blob: number
  /** Row id of its links; null if it has none. */
  readonly links: number | null
  readonly path: string
  /** Empty if its language has no grammar. */
  readonly language: string
  /** Whether it was parsed, at least in parts. */
  readonly isCode: boolean
  readonly isGenerated: boolean
  readonly hasExports: boolean
  readonly isTest: boolean
  /** Number of files with an edge to it. */
  readonly dependents: number
}

/** What shows that a folder, the first group, has packages of Python: such a package, or what an installer says of one. */
const bundledPath = new RegExp(
  String.raw`^(.+\/)(?:[^/]+\.dist-info\/METADATA|(?:${bundledPackages})\/__init__\.py|six\.py)$`,
  "i"
)

/** A folder with as many packages of its own was filled by an installer, or by hand with what one installs. */
const minInstalled = 3

/**
 * Reads which files of a view are copies of other projects, or what a build makes: by their paths, and all in a folder that
 * has packages of Python installed.
 */
export const readVendored = (connection: Connection, view: number): ((path: string) => boolean) => {
  const packages = connection
    .all(
      `SELECT paths.path AS path FROM files JOIN paths ON paths.id = files.path
       WHERE view = ? AND (paths.path LIKE '%_/%.dist-info/METADATA' OR paths.path LIKE '%_/%.py')`,
      view
    )
    .flatMap((row) => {
      const folder = bundledPath.exec(row.text("path"))?.[1]
      return folder === undefined ? [] : [folder]
    })
  const counted = [...Map.groupBy(packages, (folder) => folder)]
  const installed = counted.filter(([, { length }]) => length >= minInstalled).map(([folder]) => folder)
  return (path) => isCopyPath(path) || installed.some((folder) => path.startsWith(folder))
}

const readView = (connection: Connection, view: number): ReadonlyArray<ViewFile> => {
  const isVendored = readVendored(connection, view)
  const dependents = new Map(
    connection
      .all(
        `SELECT target_path AS path, count(*) AS count FROM files JOIN file_edges ON file_edges.links = files.links
         WHERE files.view = ? AND files.path <> target_path GROUP BY target_path`,
        view
      )
      .map((row) => [row.integer("path"), row.integer("count")])
  )
  return connection
    .all(
      `SELECT files.path AS path_id, paths.path AS path, blob, links, language, state, is_generated, is_marked, has_exports
       FROM files JOIN paths ON paths.id = files.path JOIN blobs ON blobs.id = blob
       WHERE view = ? ORDER BY paths.path`,
      view
    )
    .map((row) => {
      const path = row.text("path")
      const state = row.integer("state")
      return {
        pathId: row.integer("path_id"),
        blob: row.integer("blob"),
        links: row.integerOrNull("links"),
        path,
        language: row.text("language"),
        isCode: state === blobStates.parsed || state === blobStates.partial,
        isGenerated: row.integer("is_generated") + row.integer("is_marked") > 0 || isVendored(path),
        hasExports: row.integer("has_exports") === 1,
        isTest: isTestPath(path),
        dependents: dependents.get(row.integer("path_id")) ?? 0
      }
    })
}

/** The files of a view, and where they are among them. */
export interface ViewFiles {
  /** Sorted by path. */
  readonly files: ReadonlyArray<ViewFile>
  /** Positions in `files`, by row ids of contents and of paths. */
  readonly byBlob: ReadonlyMap<number, ReadonlyArray<number>>
  readonly byPath: ReadonlyMap<number, ReadonlyArray<number>>
  /** The most files with an edge to one of them. */
  readonly maxDependents: number
}

/** Finds where files are by their contents and paths. */
const arrange = (files: ReadonlyArray<ViewFile>): ViewFiles => {
  const byBlob = new Map<number, Array<number>>()
  const byPath = new Map<number, Array<number>>()
  let maxDependents = 0
  for (const [at, { blob, dependents, pathId }] of files.entries()) {
    maxDependents = Math.max(maxDependents, dependents)
    byPath.set(pathId, [at])
    const same = byBlob.get(blob)
    if (same === undefined) byBlob.set(blob, [at])
    else same.push(at)
  }
  return { files, byBlob, byPath, maxDependents }
}

/** How much it says to be one of some files of a view: more, the fewer they are. */
export const rarityOf = ({ files }: ViewFiles, { size }: { readonly size: number }): number =>
  Math.log1p(files.length / Math.max(1, size))

/** The files of a view that was never indexed. */
export const noFiles = arrange([])

/** Makes a function that reads the files of a view and keeps those of the newest snapshot. */
export const makeViewFiles = (): ((snapshot: Snapshot, view: number) => ViewFiles) => {
  let kept: { readonly version: string; readonly view: number; readonly files: ViewFiles } | undefined
  return ({ connection, version }, view) => {
    if (kept?.version !== version || kept.view !== view)
      kept = { version, view, files: arrange(readView(connection, view)) }
    return kept.files
  }
}
