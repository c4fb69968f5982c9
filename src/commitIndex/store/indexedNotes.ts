import { Option } from "effect"
import type { NoteEntry, NotesChange } from "../../adapters/git/Git.ts"
import type { Row } from "../../adapters/sql/Row.ts"
import type { Connection } from "../../adapters/sql/Connection.ts"
import type { ObjectId } from "../../domain/ObjectId.ts"
import { decodeObjectId } from "./refs.ts"
import { patchStates } from "./schema.ts"

/** The notes that the annotations of a repository were read from: plain data, for the way between threads. */
export interface IndexedNotes {
  readonly ref: string
  /** The notes commit; null if the ref did not exist. */
  readonly tip: ObjectId | null
}

const readId = (row: Row, column: string): ObjectId | null =>
  row.isNull(column) ? null : decodeObjectId(row.bytes(column))

/** Reads which notes a repository was indexed with; undefined before its first complete sync. */
export const readIndexedNotesTip = (connection: Connection, repository: number): IndexedNotes | undefined => {
  const row = connection.get("SELECT ref, tip FROM indexed_notes WHERE repository = ?", repository)
  return row === undefined ? undefined : { ref: row.text("ref"), tip: readId(row, "tip") }
}

/** Records that the annotations of a repository are those of these notes. */
export const writeIndexedNotesTip = (connection: Connection, repository: number, { ref, tip }: IndexedNotes): void => {
  connection.run(
    "INSERT OR REPLACE INTO indexed_notes (repository, ref, tip) VALUES (?, ?, ?)",
    repository,
    ref,
    tip === null ? null : Buffer.from(tip, "hex")
  )
}

const annotatedWith = `SELECT note FROM commits LEFT JOIN annotations ON annotations."commit" = commits.id
  WHERE repository = ? AND oid = ? AND patch_state <> ${patchStates.missing}`

/** Counts the completely indexed commits of a repository whose annotation is not that of these notes. */
export const countOutdatedNotes = (
  connection: Connection,
  repository: number,
  { removed, upserted }: NotesChange
): number => {
  const find = (commit: ObjectId) =>
    Option.fromUndefinedOr(connection.get(annotatedWith, repository, Buffer.from(commit, "hex")))
  const isChanged = ({ blob, commit }: NoteEntry): boolean =>
    Option.exists(find(commit), (row) => readId(row, "note") !== blob)
  const isGone = (commit: ObjectId): boolean => Option.exists(find(commit), (row) => !row.isNull("note"))
  return upserted.filter(isChanged).length + removed.filter(isGone).length
}
