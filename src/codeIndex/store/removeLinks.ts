import type { Connection } from "../../adapters/sql/Connection.ts"

/** What else is stored of links, by their row ids. */
export const linkTables = ["edges", "file_edges", "imports"]

/** Removes links with all that is stored of them. */
export const removeLinks = (connection: Connection, id: number): void => {
  for (const table of linkTables) connection.run(`DELETE FROM ${table} WHERE links = ?`, id)
  connection.run("DELETE FROM links WHERE id = ?", id)
}
