import type { Connection } from "../../adapters/sql/Connection.ts"
import { keepWhileUnchanged } from "../../store/database/keepWhileUnchanged.ts"

/** Names that are kept at most, some 20 characters each; and found at most. With more, the database is searched as fast. */
const maxNames = 500_000
const maxFound = 2_000

/** The row that names of all views are kept for. */
const allViews = 0

/** The qualified names of all definitions, in lower case, each once and on a line; undefined if they are too many. */
const readNames = keepWhileUnchanged((connection: Connection): { readonly lines: string } | undefined => {
  const row = connection.get(
    `SELECT count(*) AS count, coalesce(group_concat(name, char(10)), '') AS names FROM (
       SELECT lower(qualified_name) AS name FROM definitions GROUP BY qualified_name COLLATE NOCASE LIMIT ?)`,
    maxNames + 1
  )
  return row === undefined || row.integer("count") > maxNames ? undefined : { lines: row.text("names") }
})

/** As SQLite's `lower` and `LIKE`: ASCII only. */
const toLower = (text: string): string => text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase())

/**
 * Finds the qualified names with a part, in any case, as lower case. Undefined if they, or all names, are too many, or if a name
 * cannot have the part.
 */
export const findNamesWith = (connection: Connection, part: string): ReadonlyArray<string> | undefined => {
  if (part === "" || part.includes("\n")) return undefined
  const names = readNames(connection, allViews)
  if (names === undefined) return undefined
  const { lines } = names
  const wanted = toLower(part)
  const found: Array<string> = []
  for (let at = lines.indexOf(wanted); at !== -1; at = lines.indexOf(wanted, at)) {
    const end = lines.indexOf("\n", at)
    const next = end === -1 ? lines.length : end
    found.push(lines.slice(lines.lastIndexOf("\n", at) + 1, next))
    if (found.length > maxFound) return undefined
    at = next
  }
  return found
}
