import type { Connection } from "../../adapters/sql/Connection.ts"
import { pathId } from "./views.ts"
import type { ImportKind, ReferenceKind } from "../../adapters/parser/facts/Facts.ts"

/** What `edges.kind` numbers. */
export const edgeKinds: ReadonlyArray<ReferenceKind> = ["call", "new", "read", "type", "base", "decorator", "element"]

/** How two nodes hang together by an edge. */
export type EdgeRelation = "calls" | "inherits" | "uses"

/** What kinds of edges say. */
export const relationOfKind: Readonly<Record<ReferenceKind, EdgeRelation>> = {
  call: "calls",
  new: "calls",
  decorator: "calls",
  element: "calls",
  base: "inherits",
  read: "uses",
  type: "uses"
}

/** How an edge is known (spec code), as `edges.how` numbers it. */
export const edgeOrigins = ["resolved", "imported", "same_file", "name_only", "by_value"] as const
export type EdgeOrigin = (typeof edgeOrigins)[number]

/** What `imports.form` numbers. */
export const importForms: ReadonlyArray<ImportKind> = ["static", "dynamic", "require", "type", "include"]

/** Row ids of names and paths. */
export interface NameIds {
  readonly name: (name: string) => number
  readonly path: (path: string) => number
}

const memoize = (find: (text: string) => number): ((text: string) => number) => {
  const known = new Map<string, number>()
  return (text) => {
    const id = known.get(text) ?? find(text)
    known.set(text, id)
    return id
  }
}

/** Makes a lookup of row ids, which adds names and paths that are new. Its connection must be in a transaction. */
export const makeNameIds = (connection: Connection): NameIds => ({
  name: memoize(
    (name) =>
      connection.get("SELECT id FROM names WHERE name = ?", name)?.integer("id") ??
      connection.insert("INSERT INTO names (name) VALUES (?)", name)
  ),
  path: memoize((path) => pathId(connection, path))
})
