import type { Connection } from "../../sql/Database.ts"

/** Gives a repository another name. */
export const rename = (connection: Connection, id: number, name: string): void => {
  connection.run("UPDATE repositories SET name = ? WHERE id = ?", name, id)
}

/** Commits that the index has of a repository now. */
export const commitsOf = (connection: Connection, id: number): number =>
  connection.get("SELECT count(*) AS count FROM commits WHERE repository = ?", id)?.integer("count") ?? 0
