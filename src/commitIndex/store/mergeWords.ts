import type { Connection } from "../../adapters/sql/Connection.ts"

const wordTables = ["messages", "search"] as const
type WordTable = (typeof wordTables)[number]

/** Pages that one call merges, which takes tens of milliseconds. */
const pagesPerMerge = 500

/**
 * Lists the full-text indexes whose largest segment is less than half of the index (https://sqlite.org/fts5.html, "The
 * 'merge' command"). Every segment slows down each query, and a rewritten row is in two. An index is merged again when it
 * has doubled, so the amortized cost per commit is constant.
 */
export const listFragmented = (connection: Connection): ReadonlyArray<WordTable> =>
  wordTables.filter((table) => {
    const sizes = `SELECT count(*) AS size FROM ${table}_idx GROUP BY segid`
    const row = connection.get(`SELECT coalesce(max(size) * 2 < sum(size), 0) AS is_split FROM (${sizes})`)
    return row?.integer("is_split") === 1
  })

const countChanges = (connection: Connection): number => connection.integer("count", "SELECT total_changes() AS count")

/** Merges part of an index into one segment. Returns whether more remains. */
export const mergeStep = (connection: Connection, table: WordTable, isFirst: boolean): boolean => {
  const before = countChanges(connection)
  connection.run(`INSERT INTO ${table} (${table}, rank) VALUES ('merge', ?)`, isFirst ? -pagesPerMerge : pagesPerMerge)
  return countChanges(connection) - before >= 2
}
