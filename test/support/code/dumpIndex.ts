import { DatabaseSync } from "node:sqlite"
import { join } from "node:path"

const statements = {
  files: `SELECT paths.path, hex(oid) AS oid, language, state, detail, is_generated, has_exports, is_marked, links IS NULL AS is_unlinked
    FROM files JOIN paths ON paths.id = files.path JOIN blobs ON blobs.id = blob ORDER BY 1`,
  definitions: `SELECT paths.path, definitions.number, name, qualified_name, kind, signature, start_line, end_line, line
    FROM files JOIN paths ON paths.id = files.path JOIN definitions ON definitions.blob = files.blob ORDER BY 1, 2`,
  edges: `SELECT paths.path, line, "column", kind, how, within.name AS within, target.path AS target_path, names.name AS target_name
    FROM files JOIN paths ON paths.id = files.path JOIN edges ON edges.links = files.links
    JOIN paths AS target ON target.id = target_path JOIN names ON names.id = target_name
    JOIN names AS within ON within.id = edges.within ORDER BY 1, 2, 3, 4, 5, 6, 7, 8`,
  views: "SELECT revision, pending FROM views ORDER BY 1"
}

/** Everything that a code index says of its views, without row ids, so that two indexes can be compared. */
export const dumpIndex = (directory: string): Readonly<Record<string, ReadonlyArray<unknown>>> => {
  const database = new DatabaseSync(join(directory, ".git", "ultragit", "code.db"), { readOnly: true })
  try {
    return Object.fromEntries(Object.entries(statements).map(([name, sql]) => [name, database.prepare(sql).all()]))
  } finally {
    database.close()
  }
}
