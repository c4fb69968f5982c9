import type { Connection } from "../../adapters/sql/Connection.ts"
import type { ReferenceKind } from "../../adapters/parser/facts/Facts.ts"

/** What `edges.kind` numbers. */
export const edgeKinds: ReadonlyArray<ReferenceKind> = ["call", "new", "read", "type", "base", "decorator", "element"]

/** How an edge is known (spec code), as `edges.how` numbers it. */
export const edgeOrigins = ["resolved", "imported", "same_file", "name_only"] as const
export type EdgeOrigin = (typeof edgeOrigins)[number]

/** Returns the row id of a name, adding it if needed. */
export const nameId = (connection: Connection, name: string): number =>
  connection.get("SELECT id FROM names WHERE name = ?", name)?.integer("id") ??
  connection.insert("INSERT INTO names (name) VALUES (?)", name)
