import type { Connection } from "../../sql/Database.ts"

/** How many of these commits are not in the index of a repository. */
export const unindexed = (connection: Connection, repository: number, ids: ReadonlyArray<string>): number =>
  ids.filter(
    (id) =>
      connection.get("SELECT 1 FROM commits WHERE repository = ? AND oid = ?", repository, Buffer.from(id, "hex")) ===
      undefined
  ).length
