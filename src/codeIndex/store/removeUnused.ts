import { existsSync } from "node:fs"
import { resolve } from "node:path"
import type { Connection } from "../../adapters/sql/Connection.ts"
import { removeBlobs } from "./blobs.ts"
import { linkTables } from "./removeLinks.ts"

/** Unused contents that are kept for branches that are switched to again: as many as are used, and at least this many. */
const minUnused = 5_000

/** Removes everything that is indexed. */
export const removeEverything = (connection: Connection): void => {
  for (const table of [
    "files",
    ...linkTables,
    "links",
    "definitions",
    "blobs",
    "contents",
    "words",
    "path_words",
    "paths",
    "names",
    "views"
  ]) {
    connection.execute(`DELETE FROM ${table}`)
  }
}

/**
 * Removes views whose git directory or folder is gone, then the oldest contents in no view beyond those worth keeping.
 *
 * @param commonDirectory absolute path of the common git directory
 */
export const removeUnused = (connection: Connection, commonDirectory: string): void => {
  for (const view of connection.all("SELECT id, name FROM views")) {
    if (existsSync(resolve(commonDirectory, view.text("name")))) continue
    connection.run("DELETE FROM files WHERE view = ?", view.integer("id"))
    connection.run("DELETE FROM views WHERE id = ?", view.integer("id"))
  }
  const all = connection.integer("count", "SELECT count(*) AS count FROM blobs")
  const used = connection.integer("count", "SELECT count(DISTINCT blob) AS count FROM files")
  const surplus = all - used - Math.max(minUnused, used)
  if (surplus <= 0) return
  const oldest = connection.all(
    "SELECT id FROM blobs WHERE id NOT IN (SELECT blob FROM files) ORDER BY id LIMIT ?",
    surplus
  )
  removeBlobs(
    connection,
    oldest.map((row) => row.integer("id"))
  )
}
