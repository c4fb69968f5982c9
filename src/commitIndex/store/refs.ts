import { ObjectId } from "../../domain/ObjectId.ts"
import type { RefTip } from "../../adapters/git/CommitChange.ts"
import type { Connection } from "../../adapters/sql/Connection.ts"

/** Decodes an object id. */
export const decodeObjectId = (bytes: Uint8Array): ObjectId => ObjectId.make(Buffer.from(bytes).toString("hex"))

/** Reads the refs of a repository as of the last complete sync. */
export const readIndexedRefs = (connection: Connection, repository: number): ReadonlyArray<RefTip> =>
  connection
    .all("SELECT name, tip FROM refs WHERE repository = ? ORDER BY name", repository)
    .map((row) => ({ name: row.text("name"), commit: decodeObjectId(row.bytes("tip")) }))

/** Records that all commits of these refs are indexed. */
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

/** Reads the row ids of all indexed commits of a repository, by object id. */
export const readIndexedCommits = (connection: Connection, repository: number): ReadonlyMap<string, number> =>
  new Map(
    connection
      .all("SELECT id, oid FROM commits WHERE repository = ?", repository)
      .map((row) => [Buffer.from(row.bytes("oid")).toString("hex"), row.integer("id")])
  )

/** Reads the parents of all indexed commits of a repository. */
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

/** Finds the row id of a commit. */
export const findCommitRow = (connection: Connection, repository: number, id: ObjectId): number | undefined =>
  connection
    .get("SELECT id FROM commits WHERE repository = ? AND oid = ?", repository, Buffer.from(id, "hex"))
    ?.integer("id")

/** Lists the commits whose patches are not indexed yet. */
export const listWithoutPatch = (connection: Connection, repository: number): ReadonlyArray<ObjectId> =>
  connection
    .all("SELECT oid FROM commits WHERE repository = ? AND patch_state = 0 ORDER BY id", repository)
    .map((row) => decodeObjectId(row.bytes("oid")))
