import type { Connection } from "../../adapters/sql/Connection.ts"
import { readInteger } from "./readInteger.ts"

const tables = ["messages", "search"] as const
export type WordTable = (typeof tables)[number]

/** Pages of an index that one call merges: some tens of milliseconds. */
const atOnce = 500

/**
 * Full-text indexes of which the largest segment is not even half (https://sqlite.org/fts5.html, "The 'merge' command").
 * Every segment costs each question something, and a row that was written anew stands in two. One that was merged is
 * so again when it has doubled, so that in the long run a commit costs the same.
 */
export const listFragmented = (connection: Connection): ReadonlyArray<WordTable> =>
  tables.filter((table) => {
    const sizes = `SELECT count(*) AS size FROM ${table}_idx GROUP BY segid`
    const row = connection.get(`SELECT coalesce(max(size) * 2 < sum(size), 0) AS is_split FROM (${sizes})`)
    return row?.integer("is_split") === 1
  })

const changes = (connection: Connection): number => readInteger(connection, "count", "SELECT total_changes() AS count")

/** Merges some of an index into one segment. Gives whether there is more to do. */
export const mergeStep = (connection: Connection, table: WordTable, isFirst: boolean): boolean => {
  const before = changes(connection)
  connection.run(`INSERT INTO ${table} (${table}, rank) VALUES ('merge', ?)`, isFirst ? -atOnce : atOnce)
  return changes(connection) - before >= 2
}
