import type { Connection } from "../../adapters/sql/Connection.ts"
import type { Registration } from "../model/Registration.ts"
import { readInteger } from "./readInteger.ts"

/** Gives a repository another name. */
export const rename = (connection: Connection, id: number, name: string): void => {
  connection.run("UPDATE repositories SET name = ? WHERE id = ?", name, id)
}

/** Commits that the index has of a repository now. */
export const countCommits = (connection: Connection, id: number): number =>
  readInteger(connection, "count", "SELECT count(*) AS count FROM commits WHERE repository = ?", id)

/** Says where a repository is from now on; what its next sync finds there is taken for the same repository. */
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
