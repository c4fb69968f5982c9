import type { Connection } from "../../adapters/sql/Connection.ts"
import { removeWords } from "./words.ts"

const tables = ["changes", "patches", "annotations", "vectors"]

/** Takes commits out of the index with everything that is kept of them. */
export const removeCommits = (connection: Connection, ids: ReadonlyArray<number>): void => {
  for (const id of ids) {
    removeWords(connection, id)
    for (const table of tables) connection.run(`DELETE FROM ${table} WHERE "commit" = ?`, id)
    connection.run("DELETE FROM commits WHERE id = ?", id)
  }
}

/** Takes out paths and people that no commit names any more. */
export const removeUnreferenced = (connection: Connection): void => {
  connection.run(`DELETE FROM paths WHERE id NOT IN (SELECT path FROM changes)
       AND id NOT IN (SELECT old_path FROM changes WHERE old_path IS NOT NULL)`)
  connection.run(`DELETE FROM people WHERE id NOT IN (SELECT author FROM commits UNION SELECT committer FROM commits)`)
}

/** Takes some of a repository's commits out of the index. Gives whether there are more. */
export const removeSomeCommits = (connection: Connection, repository: number, atOnce: number): boolean => {
  const rows = connection.all("SELECT id FROM commits WHERE repository = ? LIMIT ?", repository, atOnce)
  removeCommits(
    connection,
    rows.map((row) => row.integer("id"))
  )
  if (rows.length === atOnce) return true
  connection.run("DELETE FROM refs WHERE repository = ?", repository)
  removeUnreferenced(connection)
  return false
}

/** Takes a repository out of the index with all its commits, some at a time. Gives whether there is more to do. */
export const removeRepositoryStep = (connection: Connection, repository: number, atOnce: number): boolean => {
  if (removeSomeCommits(connection, repository, atOnce)) return true
  connection.run("DELETE FROM repositories WHERE id = ?", repository)
  return false
}
