import { Effect, Option, Result } from "effect"
import type { ObjectId } from "../../domain/ObjectId.ts"
import { Notes } from "../../notes/Notes.ts"
import { extractReasons } from "../model/reasons.ts"
import { writeIndexedNotesTip } from "../store/indexedNotes.ts"
import { findCommitRow } from "../store/refs.ts"
import { type CommitReasons, readIndexedNotes, removeReasons, writeReasons } from "../store/writeReasons.ts"
import type { Index } from "./reconcile.ts"

/** Notes per read. */
const notesPerRead = 1_000

/** Updates indexed annotations from the current notes. */
export const syncReasons = Effect.fn("Sync.reasons")(function* ({ database, repository }: Index) {
  const notes = yield* Notes
  const snapshot = yield* notes.snapshot
  const annotated = [...snapshot.index.commits()]
  const current = new Set<ObjectId>(annotated)
  const { changed, gone } = yield* Effect.fromResult(
    database.use((connection) => {
      const indexed = readIndexedNotes(connection, repository)
      const updated = annotated.filter((commit) => snapshot.index.blob(commit) !== indexed.get(commit))
      return {
        gone: Array.from(indexed.keys()).filter((commit) => !current.has(commit)),
        changed: updated.filter((commit) => findCommitRow(connection, repository, commit) !== undefined)
      }
    })
  )
  if (gone.length > 0) {
    yield* Effect.fromResult(database.transact((connection) => removeReasons(connection, repository, gone)))
  }
  for (let start = 0; start < changed.length; start += notesPerRead) {
    const read = yield* notes.read(snapshot, changed.slice(start, start + notesPerRead))
    const found = Array.from(read).flatMap(([commit, note]): ReadonlyArray<CommitReasons> => {
      const blob = snapshot.index.blob(commit)
      if (blob === undefined) return []
      const reasons = Result.isSuccess(note) ? extractReasons(note.success.annotation) : undefined
      return [{ commit, note: blob, reasons }]
    })
    yield* Effect.fromResult(database.transact((connection) => writeReasons(connection, repository, found)))
  }
  const read = { ref: snapshot.ref, tip: Option.getOrNull(snapshot.tip) }
  yield* Effect.fromResult(database.transact((connection) => writeIndexedNotesTip(connection, repository, read)))
})
