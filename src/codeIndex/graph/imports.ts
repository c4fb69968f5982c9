import { Graph } from "effect"
import type { Connection } from "../../adapters/sql/Connection.ts"
import { edgeOrigins, importForms } from "../store/edges.ts"

/** A file that another needs. */
export interface FileUse {
  readonly from: string
  readonly to: string
}

/** A file that another imports. */
export interface FileImport extends FileUse {
  /** Of the first import. */
  readonly line: number
  /** Whether it takes part when a program starts: not for types only, not in a file that only declares, and not later. */
  readonly isStatic: boolean
}

/** Files that only declare types, and are never loaded. */
const declarations = /\.(?:d\.[cm]?ts|pyi)$/

/** Reads which files of a view import which, each once, sorted. */
export const readImports = (connection: Connection, view: number): ReadonlyArray<FileImport> => {
  const late = new Set([importForms.indexOf("type"), importForms.indexOf("dynamic")])
  return connection
    .all(
      `SELECT own.path AS own, targets.path AS target, form, min(line) AS line FROM files
       JOIN imports ON imports.links = files.links JOIN paths AS own ON own.id = files.path
       JOIN files AS present ON present.path = imports.target_path AND present.view = files.view
       JOIN paths AS targets ON targets.id = imports.target_path
       WHERE files.view = ? GROUP BY own.path, targets.path, form ORDER BY own.path, targets.path, form`,
      view
    )
    .map((row) => ({
      from: row.text("own"),
      to: row.text("target"),
      line: row.integer("line"),
      isStatic: !late.has(row.integer("form")) && !declarations.test(row.text("own"))
    }))
    .filter(({ from, to }) => from !== to)
}

const knownOrigins = [edgeOrigins.indexOf("resolved"), edgeOrigins.indexOf("imported")].join(", ")

/** Reads which files of a view refer to definitions of which others, each once, sorted. */
export const readReferredFiles = (connection: Connection, view: number): ReadonlyArray<FileUse> =>
  connection
    .all(
      `SELECT own.path AS own, targets.path AS target FROM (
         SELECT DISTINCT files.path AS own, edges.target_path AS target FROM files
         JOIN edges ON edges.links = files.links
         WHERE files.view = ? AND edges.how IN (${knownOrigins}) AND edges.target_path <> files.path
       ) AS used
       JOIN files AS present ON present.path = used.target AND present.view = ?
       JOIN paths AS own ON own.id = used.own JOIN paths AS targets ON targets.id = used.target
       ORDER BY own.path, targets.path`,
      view,
      view
    )
    .map((row) => ({ from: row.text("own"), to: row.text("target") }))

/** Lists the groups of files that import each other, the largest first. Imports of types and late ones do not count. */
export const findCycles = (
  imports: ReadonlyArray<Pick<FileImport, "from" | "to" | "isStatic">>
): ReadonlyArray<ReadonlyArray<string>> => {
  const numbers = new Map<string, number>()
  const graph = Graph.directed<string, null>((mutable) => {
    const nodeOf = (path: string): number => {
      const known = numbers.get(path) ?? Graph.addNode(mutable, path)
      numbers.set(path, known)
      return known
    }
    for (const { from, isStatic, to } of imports) {
      if (isStatic) Graph.addEdge(mutable, nodeOf(from), nodeOf(to), null)
    }
  })
  const paths = [...numbers.keys()]
  return Graph.stronglyConnectedComponents(graph)
    .filter(({ length }) => length > 1)
    .map((component) => component.flatMap((node) => paths[node] ?? []).toSorted())
    .toSorted((a, b) => b.length - a.length || ((a[0] ?? "") < (b[0] ?? "") ? -1 : 1))
}
