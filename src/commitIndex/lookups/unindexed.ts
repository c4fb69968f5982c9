import type { ObjectId } from "../../domain/ObjectId.ts"
import type { Connection } from "../../adapters/sql/Connection.ts"
import type { Registration } from "../model/Registration.ts"
import { decodeObjectId } from "../store/refs.ts"
import { findRegistration, readSyncState, type SyncState } from "../store/registrations.ts"

/** Those of these commits that the index lacks: of the repository, and of the one it is a fork of. */
export const unindexed = (
  connection: Connection,
  { id, selection }: Registration,
  ids: ReadonlyArray<ObjectId>
): ReadonlyArray<ObjectId> => {
  const upstream = selection.forkOf === null ? undefined : findRegistration(connection, selection.forkOf)
  const find = "SELECT 1 FROM commits WHERE oid = ? AND repository IN (?, ?)"
  return ids.filter((oid) => connection.get(find, Buffer.from(oid, "hex"), id, upstream?.id ?? id) === undefined)
}

/** What is indexed of a repository, as far as it tells what is not. */
export interface IndexedState extends Pick<SyncState, "basis" | "isUnfinished"> {
  /** What its refs pointed at when all that they lead to had been indexed. */
  readonly tips: ReadonlyArray<ObjectId>
  /** How many commits are found by what they say alone, as their patches have not been read yet. */
  readonly withoutPatch: number
}

export const readIndexedState = (connection: Connection, repository: number): IndexedState => {
  const { basis, isUnfinished } = readSyncState(connection, repository)
  const tips = connection.all("SELECT DISTINCT tip FROM refs WHERE repository = ?", repository)
  const count = "SELECT count(*) AS count FROM commits WHERE repository = ? AND patch_state = 0"
  const withoutPatch = connection.get(count, repository)?.integer("count") ?? 0
  return { basis, isUnfinished, tips: tips.map((row) => decodeObjectId(row.bytes("tip"))), withoutPatch }
}
