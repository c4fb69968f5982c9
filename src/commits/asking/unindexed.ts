import type { ObjectId } from "../../domain/ObjectId.ts"
import type { Connection } from "../../sql/Database.ts"
import { idOf } from "../store/refs.ts"

/** How many of these commits are not in the index of a repository. */
export const unindexed = (connection: Connection, repository: number, ids: ReadonlyArray<string>): number =>
  ids.filter(
    (id) =>
      connection.get("SELECT 1 FROM commits WHERE repository = ? AND oid = ?", repository, Buffer.from(id, "hex")) ===
      undefined
  ).length

/** What the refs of a repository pointed at when all that they lead to had been indexed. */
export const indexedTips = (connection: Connection, repository: number): ReadonlyArray<ObjectId> =>
  connection.all("SELECT DISTINCT tip FROM refs WHERE repository = ?", repository).map((row) => idOf(row.bytes("tip")))
