import type { Connection } from "../../adapters/sql/Connection.ts"

interface Kept<A> {
  readonly version: number
  readonly values: Map<number, A>
}

/**
 * Keeps what is read for a row until another connection changes the database. For connections that only read: their own changes
 * would not be noticed (https://www.sqlite.org/pragma.html#pragma_data_version).
 */
export const keepWhileUnchanged = <A>(
  read: (connection: Connection, row: number) => A
): ((connection: Connection, row: number) => A) => {
  const known = new WeakMap<Connection, Kept<A>>()
  return (connection, row) => {
    const version = connection.integer("data_version", "PRAGMA data_version")
    const last = known.get(connection)
    const kept = last?.version === version ? last : { version, values: new Map<number, A>() }
    known.set(connection, kept)
    const value = kept.values.get(row) ?? read(connection, row)
    kept.values.set(row, value)
    return value
  }
}
