import type { Connection } from "../../adapters/sql/Connection.ts"
import { pack, unpack } from "../extracting/packing.ts"
import type { LinkedImport, Links, Trace } from "../linking/LinkView.ts"
import { edgeKinds, edgeOrigins, importForms, type NameIds } from "./edges.ts"
import { removeLinks } from "./removeLinks.ts"

/** Links of a content at a path that no view uses, and that are kept for branches that are switched to again. */
const maxUnused = 3

/** The file whose links are written. */
export interface LinkedFile {
  readonly blob: number
  readonly path: number
}

/** Reads what links were made from. */
export const readTrace = (connection: Connection, links: number): Trace | undefined => {
  const row = connection.get("SELECT trace FROM links WHERE id = ?", links)
  if (row === undefined) return undefined
  const trace: Trace = JSON.parse(unpack(row.bytes("trace")))
  return trace
}

/** Reads what a file imports; empty if it is not linked. */
export const readModules = (connection: Connection, links: number): ReadonlyArray<LinkedImport> => {
  const row = connection.get("SELECT modules FROM links WHERE id = ?", links)
  if (row === undefined) return []
  const modules: ReadonlyArray<LinkedImport> = JSON.parse(unpack(row.bytes("modules")))
  return modules
}

/** Lists the links that were ever made for a content at a path, newest first. */
export const listLinks = (connection: Connection, { blob, path }: LinkedFile): ReadonlyArray<number> =>
  connection
    .all("SELECT id FROM links WHERE blob = ? AND path = ? ORDER BY id DESC", blob, path)
    .map((row) => row.integer("id"))

const removeSurplus = (connection: Connection, file: LinkedFile): void => {
  for (const id of listLinks(connection, file).slice(maxUnused)) {
    if (connection.get("SELECT 1 AS used FROM files WHERE links = ?", id) === undefined) removeLinks(connection, id)
  }
}

const writeEdges = (connection: Connection, links: number, edges: Links["edges"], ids: NameIds): void => {
  for (const { column, how, kind, line, target, within } of edges) {
    connection.run(
      `INSERT INTO edges (links, target_path, target_name, within, kind, how, line, "column") VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
      links,
      ids.path(target.path),
      ids.name(target.name),
      ids.name(within),
      edgeKinds.indexOf(kind),
      edgeOrigins.indexOf(how),
      line,
      column
    )
  }
  for (const path of new Set(edges.map(({ target }) => target.path))) {
    connection.run("INSERT INTO file_edges (links, target_path) VALUES (?, ?)", links, ids.path(path))
  }
}

/** Writes the links of a file and returns their row id. */
export const writeLinks = (
  connection: Connection,
  file: LinkedFile,
  { edges, imports, trace }: Links,
  ids: NameIds
): number => {
  removeSurplus(connection, file)
  const id = connection.insert(
    "INSERT INTO links (blob, path, modules, trace) VALUES (?, ?, ?, ?)",
    file.blob,
    file.path,
    pack(imports),
    pack(trace)
  )
  writeEdges(connection, id, edges, ids)
  for (const { form, line, path } of imports) {
    if (path === "") continue
    connection.run(
      "INSERT INTO imports (links, target_path, form, line) VALUES (?, ?, ?, ?)",
      id,
      ids.path(path),
      importForms.indexOf(form),
      line
    )
  }
  return id
}

/** Records which links a file of a view has. */
export const setLinks = (connection: Connection, view: number, path: number, links: number): void => {
  connection.run("UPDATE files SET links = ? WHERE view = ? AND path = ?", links, view, path)
}
