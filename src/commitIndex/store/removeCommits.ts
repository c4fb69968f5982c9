import type { Connection } from "../../adapters/sql/Connection.ts"
import { removeWords } from "./words.ts"

const tables = ["changes", "patches", "annotations", "vectors"]

/** Removes commits with all their data. */
export const removeCommits = (connection: Connection, ids: ReadonlyArray<number>): void => {
  for (const id of ids) {
    removeWords(connection, id)
    for (const table of tables) connection.run(`DELETE FROM ${table} WHERE "commit" = ?`, id)
    connection.run("DELETE FROM commits WHERE id = ?", id)
  }
}

/** Removes paths and people that no commit references. */
export const removeUnreferenced = (connection: Connection): void => {
  connection.run(`DELETE FROM paths WHERE id NOT IN (SELECT path FROM changes)
       AND id NOT IN (SELECT old_path FROM changes WHERE old_path IS NOT NULL)`)
  connection.run(`DELETE FROM people WHERE id NOT IN (SELECT author FROM commits UNION SELECT committer FROM commits)`)
}

/** Removes up to `maxCommits` commits of a repository. Returns whether more remain. */
export const removeSomeCommits = (connection: Connection, repository: number, maxCommits: number): boolean => {
  const rows = connection.all("SELECT id FROM commits WHERE repository = ? LIMIT ?", repository, maxCommits)
  removeCommits(
    connection,
    rows.map((row) => row.integer("id"))
  )
  if (rows.length === maxCommits) return true
  connection.run("DELETE FROM refs WHERE repository = ?", repository)
  removeUnreferenced(connection)
  return false
}

/** Removes up to `maxCommits` commits of a repository, and the repository after its last commit. Returns whether more remain. */
export const removeRepositoryStep = (connection: Connection, repository: number, maxCommits: number): boolean => {
  if (removeSomeCommits(connection, repository, maxCommits)) return true
  connection.run("DELETE FROM indexed_notes WHERE repository = ?", repository)
  connection.run("DELETE FROM repositories WHERE id = ?", repository)
  return false
}
