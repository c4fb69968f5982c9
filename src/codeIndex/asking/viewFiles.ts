import type { Connection } from "../../adapters/sql/Connection.ts"
import type { Snapshot } from "../../store/database/Snapshot.ts"
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

const testPath =
  /(?:^|\/)(?:__tests__|__mocks__|tests?|specs?|testdata|test[-_]utils?|fixtures)\/|(?:[._-](?:test|tests|spec)|_test|(?:^|\/)[A-Z][^/]*(?:Tests?|Spec))\.[^/.]+$|(?:^|\/)(?:test_|conftest\.)[^/]*$/
const vendorPath =
  /^deps\/|(?:^|\/)(?:node_modules|vendor|vendored|third[-_]?party|3rdparty|dist|build|out|__generated__|generated)\/|(?:^|[._/-])generated\.[^/.]+$|\.min\.[cm]?js$/i
const asidePath =
  /^testing\/|(?:^|\/)(?:examples?|docs?|playgrounds?|fixtures|e2e|stories|tutorials?|bench(?:marks?|es|suite)?|scripts|demos?|samples?)\/|(?:^|\/)[^/]+\.(?:conf|config)\.[cm]?[jt]s$/

/** Whether a path is that of a test, by the conventions of the languages. */
export const isTestPath = (path: string): boolean => testPath.test(path)

/** Whether a path is that of a test, or of what uses a project and is no part of it: examples, documents, benches. */
export const isAsidePath = (path: string): boolean => testPath.test(path) || asidePath.test(path)

/** Whether a path is that of a copy of other projects, or of what a build makes. */
export const isVendoredPath = (path: string): boolean => vendorPath.test(path)

const readView = (connection: Connection, view: number): ReadonlyArray<ViewFile> => {
  const dependents = new Map(
    connection
      .all(
        `SELECT target_path AS path, count(DISTINCT files.path) AS count FROM edges JOIN files ON files.links = edges.links
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
        isGenerated: row.integer("is_generated") + row.integer("is_marked") > 0 || isVendoredPath(path),
        hasExports: row.integer("has_exports") === 1,
        isTest: isTestPath(path),
        dependents: dependents.get(row.integer("path_id")) ?? 0
      }
    })
}

/** Makes a function that reads the files of a view, sorted by path, and keeps those of the newest snapshot. */
export const makeViewFiles = (): ((snapshot: Snapshot, view: number) => ReadonlyArray<ViewFile>) => {
  let kept: { readonly version: string; readonly view: number; readonly files: ReadonlyArray<ViewFile> } | undefined
  return ({ connection, version }, view) => {
    if (kept?.version !== version || kept.view !== view) kept = { version, view, files: readView(connection, view) }
    return kept.files
  }
}
