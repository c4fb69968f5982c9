import type { Connection } from "../../adapters/sql/Connection.ts"

interface Kept<A> {
  readonly version: number
  readonly values: Map<number, A>
}

/**
 * Makes a function that returns a connection's values by row, empty again once another connection has changed the database. For
 * connections that only read: their own changes would not be noticed
 * (https://www.sqlite.org/pragma.html#pragma_data_version).
 */
export const valuesWhileUnchanged = <A>(): ((connection: Connection) => Map<number, A>) => {
  const known = new WeakMap<Connection, Kept<A>>()
  return (connection) => {
    const version = connection.integer("data_version", "PRAGMA data_version")
    const last = known.get(connection)
    const kept = last?.version === version ? last : { version, values: new Map<number, A>() }
    known.set(connection, kept)
    return kept.values
  }
}

/** Keeps what is read for a row as long as {@link valuesWhileUnchanged}. */
export const keepWhileUnchanged = <A>(
  read: (connection: Connection, row: number) => A
): ((connection: Connection, row: number) => A) => {
  const valuesOf = valuesWhileUnchanged<A>()
  return (connection, row) => {
    const values = valuesOf(connection)
    const value = values.get(row) ?? read(connection, row)
    values.set(row, value)
    return value
  }
}
