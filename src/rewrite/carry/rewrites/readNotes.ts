import { Effect, Option, Result } from "effect"
import { Settings } from "../../../config/Settings.ts"
import type { ObjectId } from "../../../domain/ObjectId.ts"
import { Git } from "../../../adapters/git/Git.ts"
import { type NoteContent } from "../../../notes/NoteContent.ts"
import { contentOf } from "../../../notes/format/decode.ts"
import { readNotesWithBytes } from "../../../notes/readNotes.ts"

const readable = Effect.fnUntraced(function* (
  at: { readonly ref: string; readonly tip: Option.Option<ObjectId> },
  commits: ReadonlyArray<ObjectId>
) {
  const current = yield* readNotesWithBytes(at, [...new Set(commits)])
  return new Map<ObjectId, NoteContent>(
    [...current].flatMap(([commit, { note }]) =>
      Result.isSuccess(note) ? [[commit, contentOf(note.success)] as const] : []
    )
  )
})

/** Reads the notes of these commits from a notes commit; omits unreadable ones. Does not list the notes tree. */
export const readNotesAt = (tip: ObjectId, commits: ReadonlyArray<ObjectId>) =>
  readable({ ref: tip, tip: Option.some(tip) }, commits)

/** Reads the current notes of these commits; omits unreadable ones. */
export const readCurrentNotes = Effect.fnUntraced(function* (commits: ReadonlyArray<ObjectId>) {
  const git = yield* Git
  const { noteRef: ref } = yield* (yield* Settings).values
  return yield* readable({ ref, tip: yield* git.resolveRef(ref) }, commits)
})
