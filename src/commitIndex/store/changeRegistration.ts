import type { Connection } from "../../adapters/sql/Connection.ts"
import type { Registration } from "../model/Registration.ts"

/** Renames a repository. */
export const renameRepository = (connection: Connection, id: number, name: string): void => {
  connection.run("UPDATE repositories SET name = ? WHERE id = ?", name, id)
}

/** Counts the indexed commits of a repository. */
export const countCommits = (connection: Connection, id: number): number =>
  connection.integer("count", "SELECT count(*) AS count FROM commits WHERE repository = ?", id)

/** Sets the new location of a repository. The next sync accepts the repository at that location as the same one. */
export const moveRepository = (
  connection: Connection,
  id: number,
  { directory, url }: Pick<Registration, "directory" | "url">
): void => {
  connection.run(
    "UPDATE repositories SET directory = ?, url = ?, git_directory = NULL, last_error = NULL WHERE id = ?",
    directory,
    url,
    id
  )
}
