import { Effect, Option, Result } from "effect"
import { Settings } from "../../config/Settings.ts"
import type { ObjectId } from "../../domain/ObjectId.ts"
import { Git } from "../../git/Git.ts"
import type { Note } from "../../notes/decode.ts"
import { Notes } from "../../notes/Notes.ts"
import { NotesIndex } from "../../notes/NotesIndex.ts"
import type { NoteContent } from "../../notes/NotesWriter.ts"

/** What a note has to say where it is written again. */
export const contentOf = ({ document, recorded }: Note): NoteContent => ({ annotation: recorded, original: document })

const unread = { field: "document", detail: "has not been looked at" }

/** The readable notes of some commits in a notes commit. Only these are looked at, not all there are. */
export const notesIn = Effect.fnUntraced(function* (tip: ObjectId, commits: ReadonlyArray<ObjectId>) {
  const git = yield* Git
  const notes = yield* Notes
  const { noteRef } = yield* (yield* Settings).values
  const index = new NotesIndex()
  for (const [commit, blob] of yield* git.noteBlobs(tip, commits)) index.fail(commit, blob, unread)
  const read = yield* notes.read({ ref: noteRef, tip: Option.some(tip), index }, commits)
  return new Map<ObjectId, NoteContent>(
    [...read].flatMap(([commit, note]) => (Result.isSuccess(note) ? [[commit, contentOf(note.success)] as const] : []))
  )
})

/** The readable notes of some commits now. */
export const notesNow = Effect.fnUntraced(function* (commits: ReadonlyArray<ObjectId>) {
  const git = yield* Git
  const { noteRef } = yield* (yield* Settings).values
  const tip = yield* git.resolveRef(noteRef)
  return Option.isNone(tip) || commits.length === 0
    ? new Map<ObjectId, NoteContent>()
    : yield* notesIn(tip.value, [...new Set(commits)])
})
