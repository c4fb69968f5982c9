import type { Connection } from "../../adapters/sql/Connection.ts"
import { isAsidePath } from "../../domain/pathConventions.ts"
import { readVendored } from "../asking/viewFiles.ts"
import { edgeOrigins } from "../store/edges.ts"

/** How complex a file is. */
export interface FileComplexity {
  readonly path: string
  /** Cyclomatic, summed over its definitions. */
  readonly complexity: number
  /** The most complex of them. */
  readonly mostComplex: string
}

/** Reads how complex the files of a view are, but for tests, examples and generated files; those without code are absent. */
export const readComplexities = (connection: Connection, view: number): ReadonlyArray<FileComplexity> => {
  const isVendored = readVendored(connection, view)
  return connection
    .all(
      `SELECT paths.path AS path, sum(cyclomatic) AS complexity, qualified_name AS name, max(cyclomatic) AS most
       FROM files JOIN paths ON paths.id = files.path JOIN blobs ON blobs.id = files.blob
       JOIN definitions ON definitions.blob = files.blob
       WHERE view = ? AND is_generated = 0 AND is_marked = 0 AND cyclomatic > 0 GROUP BY files.path ORDER BY paths.path`,
      view
    )
    .map((row) => ({
      path: row.text("path"),
      complexity: row.integer("complexity"),
      mostComplex: row.text("name")
    }))
    .filter(({ path }) => !isAsidePath(path) && !isVendored(path))
}

/** Reads the paths of the files that refer to a file, or that it refers to. */
export const readRelatedFiles = (connection: Connection, view: number, path: string): ReadonlyArray<string> => {
  const nameOnly = edgeOrigins.indexOf("name_only")
  const select = `
    WITH own AS (SELECT files.path AS path, files.links AS links FROM files JOIN paths ON paths.id = files.path
      WHERE view = ?1 AND paths.path = ?2)
    SELECT paths.path AS path FROM paths WHERE id IN (
      SELECT target_path FROM edges WHERE links IN (SELECT links FROM own) AND how <> ${nameOnly}
      UNION SELECT target_path FROM imports WHERE links IN (SELECT links FROM own)
      UNION SELECT files.path FROM edges JOIN files ON files.links = edges.links AND view = ?1
        WHERE target_path IN (SELECT path FROM own) AND how <> ${nameOnly}
      UNION SELECT files.path FROM imports JOIN files ON files.links = imports.links AND view = ?1
        WHERE target_path IN (SELECT path FROM own)
    )`
  return connection.all(select, view, path).map((row) => row.text("path"))
}
