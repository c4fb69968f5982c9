import type { Connection, SqlValue } from "../../adapters/sql/Connection.ts"

/** Reads one integer column of a query that always returns a row, such as `count(*)` or a PRAGMA. Throws if it returns none. */
export const readInteger = (
  connection: Connection,
  column: string,
  sql: string,
  ...values: ReadonlyArray<SqlValue>
): number => {
  const row = connection.get(sql, ...values)
  if (row === undefined) throw new Error(`no row for ${column}`)
  return row.integer(column)
}
