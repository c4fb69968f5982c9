import { ObjectId } from "../../domain/ObjectId.ts"
import type { RefTip } from "../../adapters/git/CommitChange.ts"
import type { Connection } from "../../adapters/sql/Connection.ts"

/** The id whose bytes these are. */
export const decodeObjectId = (bytes: Uint8Array): ObjectId => ObjectId.make(Buffer.from(bytes).toString("hex"))

/** The refs of a repository as they were when all their commits had been indexed. */
export const readIndexedRefs = (connection: Connection, repository: number): ReadonlyArray<RefTip> =>
  connection
    .all("SELECT name, tip FROM refs WHERE repository = ? ORDER BY name", repository)
    .map((row) => ({ name: row.text("name"), commit: decodeObjectId(row.bytes("tip")) }))

/** Takes down that all commits of these refs are indexed. */
export const writeRefs = (connection: Connection, repository: number, refs: ReadonlyArray<RefTip>): void => {
  connection.run("DELETE FROM refs WHERE repository = ?", repository)
  for (const { commit, name } of refs) {
    const oid = Buffer.from(commit, "hex")
    connection.run(
      "INSERT OR REPLACE INTO refs (repository, name, tip) VALUES (?, ?, ?)",
      repository,
      name.toWellFormed(),
      oid
    )
  }
}

/** Every indexed commit of a repository: row by id. */
export const readIndexedCommits = (connection: Connection, repository: number): ReadonlyMap<string, number> =>
  new Map(
    connection
      .all("SELECT id, oid FROM commits WHERE repository = ?", repository)
      .map((row) => [Buffer.from(row.bytes("oid")).toString("hex"), row.integer("id")])
  )

/** Every indexed commit of a repository with its parents. */
export const readIndexedParents = (
  connection: Connection,
  repository: number
): ReadonlyMap<ObjectId, ReadonlyArray<ObjectId>> =>
  new Map(
    connection.all("SELECT oid, parents FROM commits WHERE repository = ?", repository).map((row) => {
      const [oid, parents] = [row.bytes("oid"), row.bytes("parents")]
      const count = parents.length / oid.length
      return [
        decodeObjectId(oid),
        Array.from({ length: count }, (_, at) =>
          decodeObjectId(parents.subarray(at * oid.length, (at + 1) * oid.length))
        )
      ]
    })
  )

/** The row of one commit. */
export const findCommitRow = (connection: Connection, repository: number, id: ObjectId): number | undefined =>
  connection
    .get("SELECT id FROM commits WHERE repository = ? AND oid = ?", repository, Buffer.from(id, "hex"))
    ?.integer("id")

/** Commits whose patches have not been read yet, by id. */
export const withoutPatch = (connection: Connection, repository: number): ReadonlyArray<ObjectId> =>
  connection
    .all("SELECT oid FROM commits WHERE repository = ? AND patch_state = 0 ORDER BY id", repository)
    .map((row) => decodeObjectId(row.bytes("oid")))
