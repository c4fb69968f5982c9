import { createHash } from "node:crypto"
import { listWords } from "../../domain/identifiers.ts"
import type { Connection } from "../../adapters/sql/Connection.ts"
import { contentColumns, type IndexedContent, toContent } from "./blobs.ts"

/** Row of a file of a view. */
interface FileRow {
  /** Row id of its path. */
  readonly path: number
  /** Row id of its content. */
  readonly blob: number
  readonly stamp: string
  /** Row id of its links; null if it is not linked yet. */
  readonly links: number | null
}

/** A file of a view as it is indexed, with what is indexed of its content. */
export interface IndexedFile extends FileRow, IndexedContent {}

/** Returns the row id of a view, creating it if needed. */
export const openView = (connection: Connection, name: string): number =>
  connection.get("SELECT id FROM views WHERE name = ?", name)?.integer("id") ??
  connection.insert("INSERT INTO views (name, is_linked) VALUES (?, 0)", name)

/** Records whether the contents of the files of a view are kept, because they are in no folder. */
export const recordContents = (connection: Connection, view: number, areKept: boolean): void => {
  connection.run("UPDATE views SET has_contents = ? WHERE id = ?", areKept ? 1 : 0, view)
}

/** Whether the contents of the files of a view are kept. */
export const hasContents = (connection: Connection, view: number): boolean =>
  connection.get("SELECT 1 AS found FROM views WHERE id = ? AND has_contents = 1", view) !== undefined

/** Records whether a view has only a part of the files that are tracked. */
export const recordSparse = (connection: Connection, view: number, isPart: boolean): void => {
  const value = isPart ? 1 : 0
  connection.run("UPDATE views SET is_sparse = ? WHERE id = ? AND is_sparse <> ?", value, view, value)
}

/** Whether a view has only a part of the files that are tracked. */
export const isSparse = (connection: Connection, view: number): boolean =>
  connection.get("SELECT 1 AS found FROM views WHERE id = ? AND is_sparse = 1", view) !== undefined

/** Lists the paths of the files of a view, as shown. */
export const listPaths = (connection: Connection, view: number): ReadonlyArray<string> =>
  connection
    .all("SELECT paths.path AS path FROM files JOIN paths ON paths.id = files.path WHERE view = ?", view)
    .map((row) => row.text("path"))

/** Forgets the stamps of files that another extractor extracted from, so that they are read again. */
export const expireStamps = (connection: Connection, view: number, extractor: string): void => {
  connection.run(
    "UPDATE files SET stamp = '' WHERE view = ? AND blob IN (SELECT id FROM blobs WHERE extractor <> ?)",
    view,
    extractor
  )
}

/** Reads the files of a view by path. */
export const readFiles = (connection: Connection, view: number): ReadonlyMap<string, IndexedFile> =>
  new Map(
    connection
      .all(
        `SELECT paths.path AS name, files.path AS path, blob, stamp, links, ${contentColumns}
         FROM files JOIN paths ON paths.id = files.path JOIN blobs ON blobs.id = blob WHERE view = ?`,
        view
      )
      .map((row) => [
        row.text("name"),
        {
          path: row.integer("path"),
          blob: row.integer("blob"),
          stamp: row.text("stamp"),
          links: row.integerOrNull("links"),
          ...toContent(row)
        }
      ])
  )

const join = (text: string): string => [...listWords([text])].join(" ")

/** Returns the row id of a path, adding it with its words if needed. */
export const pathId = (connection: Connection, path: string): number => {
  const known = connection.get("SELECT id FROM paths WHERE path = ?", path)?.integer("id")
  if (known !== undefined) return known
  const id = connection.insert("INSERT INTO paths (path) VALUES (?)", path)
  const slash = path.lastIndexOf("/")
  connection.run(
    "INSERT INTO path_words (rowid, filename, folders) VALUES (?, ?, ?)",
    id,
    join(path.slice(slash + 1)),
    join(path.slice(0, Math.max(0, slash)))
  )
  return id
}

/** Writes a file of a view. Another content loses the links. */
export const writeFile = (connection: Connection, view: number, file: FileRow): void => {
  connection.run(
    `INSERT INTO files (view, path, blob, stamp, links) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET blob = excluded.blob, stamp = excluded.stamp, links = excluded.links`,
    view,
    file.path,
    file.blob,
    file.stamp,
    file.links
  )
}

export const removeFile = (connection: Connection, view: number, path: number): void => {
  connection.run("DELETE FROM files WHERE view = ? AND path = ?", view, path)
}

/** Whether links, marks and revision of a view are those of its files. */
export const isComplete = (connection: Connection, view: number): boolean =>
  connection.integer("is_linked", "SELECT is_linked FROM views WHERE id = ?", view) === 1

/**
 * Whether a view is complete, and this extractor found all that is indexed of just these files, by their paths as shown, with these
 * stamps.
 */
export const hasStamps = (
  connection: Connection,
  name: string,
  extractor: string,
  stamps: ReadonlyMap<string, string>
): boolean => {
  const view = connection.get("SELECT id FROM views WHERE name = ? AND is_linked = 1", name)?.integer("id")
  if (view === undefined) return false
  const rows = connection.all(
    `SELECT paths.path AS name, stamp FROM files JOIN paths ON paths.id = files.path JOIN blobs ON blobs.id = blob
     WHERE view = ? AND extractor = ? AND stamp <> ''`,
    view,
    extractor
  )
  const total = connection.integer("total", "SELECT count(*) AS total FROM files WHERE view = ?", view)
  return (
    rows.length === total &&
    rows.length === stamps.size &&
    rows.every((row) => stamps.get(row.text("name")) === row.text("stamp"))
  )
}

/** Records that files of a view change: all that is made from them is outdated until {@link recordComplete}. */
export const recordIncomplete = (connection: Connection, view: number): void => {
  connection.run("UPDATE views SET is_linked = 0 WHERE id = ?", view)
}

/** Marks the files of a view that attributes call generated or vendored, and no others. */
export const markFiles = (connection: Connection, view: number, paths: ReadonlySet<string>): void => {
  connection.run("UPDATE files SET is_marked = 0 WHERE view = ? AND is_marked = 1", view)
  for (const path of paths) {
    connection.run(
      "UPDATE files SET is_marked = 1 WHERE view = ? AND path = (SELECT id FROM paths WHERE path = ?)",
      view,
      path
    )
  }
}

/** Records how many files of a view are not indexed yet. */
export const recordPending = (connection: Connection, view: number, pending: number): void => {
  connection.run("UPDATE views SET pending = ? WHERE id = ?", pending, view)
}

/** Computes the revision of a view: a digest of its paths and contents, the same for the same files. */
export const computeRevision = (files: ReadonlyMap<string, IndexedFile>): string => {
  const lines = [...files].map(([path, { language, oid }]) => `${path}\0${oid} ${language}`)
  return createHash("sha256").update(lines.toSorted().join("\n")).digest("hex").slice(0, 12)
}

/** Records that a view is complete. `time`: seconds since 1970. `revision`: that of its files if it has changed. */
export const recordComplete = (
  connection: Connection,
  view: number,
  time: number,
  revision: string | undefined
): void => {
  connection.run(
    "UPDATE views SET pending = 0, is_linked = 1, indexed_at = coalesce(indexed_at, ?) WHERE id = ?",
    time,
    view
  )
  if (revision !== undefined) {
    connection.run("UPDATE views SET revision = ?, indexed_at = ? WHERE id = ?", revision, time, view)
  }
}
