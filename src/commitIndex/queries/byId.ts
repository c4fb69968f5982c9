import type { Connection } from "../../adapters/sql/Connection.ts"
import type { Row } from "../../adapters/sql/Row.ts"
import type { Condition } from "./filters.ts"
import { findId } from "./references.ts"
import { sortKeyColumns } from "./sortKey.ts"

const maxFound = 20
/** Rank of what is found by its id: before every match of words. */
export const idRank = Number.MIN_SAFE_INTEGER

/** Returns the lowest and highest id with this prefix, as bytes. */
export const idRange = (prefix: string): readonly [Uint8Array, Uint8Array] => [
  Buffer.from(prefix.padEnd(64, "0"), "hex").subarray(0, Math.ceil(prefix.length / 2)),
  Buffer.from(prefix.padEnd(64, "f"), "hex")
]

/** Finds the commits whose id a query is or has, or a beginning of one. */
export const findById = (connection: Connection, condition: Condition, query: string): ReadonlyArray<Row> => {
  const prefix = findId(query)
  if (prefix === undefined) return []
  return connection.all(
    `SELECT commits.id AS id, ${sortKeyColumns}, ${idRank}.0 AS rank
       FROM repositories CROSS JOIN commits ON commits.repository = repositories.id AND oid >= ? AND oid <= ?
      WHERE TRUE ${condition.sql}
      ORDER BY author_time DESC, name, oid LIMIT ?`,
    ...idRange(prefix),
    ...condition.values,
    maxFound
  )
}
