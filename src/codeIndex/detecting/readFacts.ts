import type { Connection } from "../../adapters/sql/Connection.ts"
import { readFacts } from "../store/blobs.ts"
import { edgeKinds, edgeOrigins } from "../store/edges.ts"
import type { FileFacts, LinkedReference } from "./FileFacts.ts"
import type { ProjectFile } from "./Project.ts"

// What a variable holds says nothing about how it is called.
const leftOut = [edgeOrigins.indexOf("name_only"), edgeOrigins.indexOf("by_value")].join(", ")

const readLinks = (connection: Connection, links: number): ReadonlyArray<LinkedReference> =>
  connection
    .all(
      `SELECT targets.path AS path, names.name AS name, within.name AS within, kind, how, line, "column" FROM edges
       JOIN paths AS targets ON targets.id = edges.target_path JOIN names ON names.id = edges.target_name
       JOIN names AS within ON within.id = edges.within
       WHERE links = ? AND how NOT IN (${leftOut}) ORDER BY line, "column", names.name`,
      links
    )
    .map((row) => ({
      path: row.text("path"),
      name: row.text("name"),
      kind: edgeKinds[row.integer("kind")] ?? "read",
      how: edgeOrigins[row.integer("how")] ?? "name_only",
      within: row.text("within"),
      line: row.integer("line"),
      column: row.integer("column")
    }))

/** Reads the facts and links of a file; undefined if they were removed meanwhile. */
export const readFileFacts = (connection: Connection, file: ProjectFile): FileFacts | undefined => {
  const facts = readFacts(connection, file.blob)
  if (facts === undefined) return undefined
  return { file, facts, links: file.links === null ? [] : readLinks(connection, file.links) }
}
