import type { ObjectId } from "../../domain/ObjectId.ts"
import type { Connection } from "../../adapters/sql/Connection.ts"
import type { Registration } from "../model/Registration.ts"
import { type IndexedNotes, readIndexedNotesTip } from "../store/indexedNotes.ts"
import { decodeObjectId } from "../store/refs.ts"
import { findRegistration, readSyncState, type SyncState } from "../store/registrations.ts"

/** Filters these commits down to those that the index has neither for the repository nor for its upstream. */
export const filterUnindexed = (
  connection: Connection,
  { id, selection }: Registration,
  ids: ReadonlyArray<ObjectId>
): ReadonlyArray<ObjectId> => {
  const upstream = selection.forkOf === null ? undefined : findRegistration(connection, selection.forkOf)
  const find = "SELECT 1 FROM commits WHERE oid = ? AND repository IN (?, ?)"
  return ids.filter((oid) => connection.get(find, Buffer.from(oid, "hex"), id, upstream?.id ?? id) === undefined)
}

/** State of the last sync of a repository, from which pending commits are computed. */
export interface IndexedState extends Pick<SyncState, "basis" | "isUnfinished"> {
  /** Tips of its refs when all commits reachable from them had been indexed. */
  readonly tips: ReadonlyArray<ObjectId>
  /** Number of commits whose patches are not indexed yet. */
  readonly pendingPatches: number
  /** The notes that its annotations were read from; undefined before its first complete sync. */
  readonly notes: IndexedNotes | undefined
}

export const readIndexedState = (connection: Connection, repository: number): IndexedState => {
  const { basis, isUnfinished } = readSyncState(connection, repository)
  const tips = connection.all("SELECT DISTINCT tip FROM refs WHERE repository = ?", repository)
  const count = "SELECT count(*) AS count FROM commits WHERE repository = ? AND patch_state = 0"
  const pendingPatches = connection.integer("count", count, repository)
  const notes = readIndexedNotesTip(connection, repository)
  return { basis, isUnfinished, tips: tips.map((row) => decodeObjectId(row.bytes("tip"))), pendingPatches, notes }
}
