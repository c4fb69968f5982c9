import type { ObjectId } from "../../domain/ObjectId.ts"
import type { Connection } from "../../adapters/sql/Connection.ts"
import type { Reasons } from "../model/reasons.ts"
import { decodeObjectId, findCommitRow } from "./refs.ts"
import { patchStates } from "./schema.ts"
import { removeWords, readCommitFields, writeMessageWords } from "./words.ts"

/** Reads the note blob that each annotated commit of a repository was indexed with. */
export const readIndexedNotes = (connection: Connection, repository: number): ReadonlyMap<ObjectId, ObjectId> =>
  new Map(
    connection
      .all(
        `SELECT oid, note FROM annotations JOIN commits ON commits.id = annotations."commit" WHERE repository = ?`,
        repository
      )
      .map((row) => [decodeObjectId(row.bytes("oid")), decodeObjectId(row.bytes("note"))])
  )

/** Reindexes the message of a commit, and drops its patch and vector until the patch is read again. */
const reindexMessage = (connection: Connection, id: number): void => {
  const fields = readCommitFields(connection, id)
  removeWords(connection, id)
  if (fields !== undefined) writeMessageWords(connection, fields)
  connection.run("UPDATE commits SET patch_state = ? WHERE id = ?", patchStates.missing, id)
  connection.run(`DELETE FROM patches WHERE "commit" = ?`, id)
  connection.run(`DELETE FROM vectors WHERE "commit" = ?`, id)
}

/** The annotation of a commit with its note blob; `reasons` is undefined if the note is unreadable. */
export interface CommitReasons {
  readonly commit: ObjectId
  readonly note: ObjectId
  readonly reasons: Reasons | undefined
}

/** Writes and indexes annotations. */
export const writeReasons = (
  connection: Connection,
  repository: number,
  annotated: ReadonlyArray<CommitReasons>
): void => {
  for (const { commit, note, reasons = { intent: "", why: "" } } of annotated) {
    const id = findCommitRow(connection, repository, commit)
    if (id === undefined) continue
    connection.run(
      `INSERT OR REPLACE INTO annotations ("commit", note, intent, why) VALUES (?, ?, ?, ?)`,
      id,
      Buffer.from(note, "hex"),
      reasons.intent,
      reasons.why
    )
    reindexMessage(connection, id)
  }
}

/** Removes the annotations of these commits. */
export const removeReasons = (connection: Connection, repository: number, commits: ReadonlyArray<ObjectId>): void => {
  for (const commit of commits) {
    const id = findCommitRow(connection, repository, commit)
    if (id === undefined) continue
    connection.run(`DELETE FROM annotations WHERE "commit" = ?`, id)
    reindexMessage(connection, id)
  }
}
