import type { Connection } from "../../adapters/sql/Connection.ts"
import { valuesWhileUnchanged } from "../../store/database/keepWhileUnchanged.ts"
import { type EdgeOrigin, type EdgeRelation, edgeKinds, edgeOrigins, relationOfKind } from "../store/edges.ts"
import type { Node } from "./nodes.ts"

/** A reference by the node at its other end. */
export interface EdgeEnd extends Node {
  readonly relation: EdgeRelation
  readonly how: EdgeOrigin
  /** Line of the reference, in the file of the node that refers. */
  readonly line: number
}

/** The references of a view, in memory. Those that are known by a name only are left out. */
export interface EdgeTable {
  /** What refers to a node, by path, line and column. */
  readonly upstream: (node: Node) => ReadonlyArray<EdgeEnd>
  /** The bases of a type, by line and column. */
  readonly bases: (type: Node) => ReadonlyArray<EdgeEnd>
}

/** Edges that a table holds at most, in some 40 bytes each. */
const maxEdges = 1_000_000

const nameOnly = edgeOrigins.indexOf("name_only")
const base = edgeKinds.indexOf("base")

const selectFiles = `
  SELECT paths.path AS path, links FROM files JOIN paths ON paths.id = files.path
  WHERE view = ? AND links IS NOT NULL ORDER BY paths.path`

const selectEdges = `
  SELECT target_path, target_name, within, kind, how, line FROM edges
  WHERE links = ? AND how <> ${nameOnly} ORDER BY line, "column", rowid`

const readTexts = (connection: Connection, select: string): ReadonlyMap<number, string> =>
  new Map(connection.all(select).map((row) => [row.integer("id"), row.text("text")]))

/** Lists by path and name. */
class Lists<A> {
  readonly #byPath = new Map<string, Map<string, Array<A>>>()
  /** The list of a node, made if there is none yet. */
  of({ name, path }: Node): Array<A> {
    const names = this.#byPath.get(path) ?? new Map<string, Array<A>>()
    this.#byPath.set(path, names)
    const list = names.get(name) ?? []
    names.set(name, list)
    return list
  }
  find({ name, path }: Node): ReadonlyArray<A> {
    return this.#byPath.get(path)?.get(name) ?? []
  }
}

/** Numbers of an edge in the list of its target: the position of the file, the row id of the name, and line, kind and origin. */
const numbersOfEdge = 3
const originsOfKind = edgeOrigins.length
const sortsOfLine = edgeKinds.length * originsOfKind

/** Reads the edges of a view; undefined if there are more than a table holds. */
const readTable = (connection: Connection, view: number): EdgeTable | undefined => {
  const names = readTexts(connection, "SELECT id, name AS text FROM names")
  const paths = readTexts(connection, "SELECT id, path AS text FROM paths")
  const files = connection
    .all(selectFiles, view)
    .map((row) => ({ path: row.text("path"), links: row.integer("links") }))
  const toTargets = new Lists<number>()
  const bases = new Lists<EdgeEnd>()
  let edges = 0
  for (const [file, { links, path }] of files.entries()) {
    const rows = connection.integers(selectEdges, links)
    edges += rows.length
    if (edges > maxEdges) return undefined
    for (const [targetPath = 0, targetName = 0, within = 0, kind = 0, how = 0, line = 0] of rows) {
      const target = { path: paths.get(targetPath) ?? "", name: names.get(targetName) ?? "" }
      toTargets.of(target).push(file, within, line * sortsOfLine + kind * originsOfKind + how)
      if (kind !== base) continue
      const type = { path, name: names.get(within) ?? "" }
      bases.of(type).push({ ...target, relation: "inherits", how: edgeOrigins[how] ?? "name_only", line })
    }
  }
  const toEnd = (file: number, within: number, last: number): EdgeEnd => ({
    path: files[file]?.path ?? "",
    name: names.get(within) ?? "",
    relation: relationOfKind[edgeKinds[Math.floor((last % sortsOfLine) / originsOfKind)] ?? "read"],
    how: edgeOrigins[last % originsOfKind] ?? "name_only",
    line: Math.floor(last / sortsOfLine)
  })
  return {
    upstream: (node) => {
      const found = toTargets.find(node)
      const ends: Array<EdgeEnd> = []
      for (let at = 0; at < found.length; at += numbersOfEdge) {
        ends.push(toEnd(found[at] ?? 0, found[at + 1] ?? 0, found[at + 2] ?? 0))
      }
      return ends
    },
    bases: (type) => bases.find(type)
  }
}

const tablesOf = valuesWhileUnchanged<EdgeTable | undefined>()

/**
 * Finds the edges of a view in memory, or reads them if `isWorthReading`, which takes as long as some thousand queries. Those of one
 * view are kept until the database changes. For connections that only read.
 */
export const findEdgeTable = (connection: Connection, view: number, isWorthReading: boolean): EdgeTable | undefined => {
  const tables = tablesOf(connection)
  if (tables.has(view) || !isWorthReading) return tables.get(view)
  tables.clear()
  const table = readTable(connection, view)
  tables.set(view, table)
  return table
}
