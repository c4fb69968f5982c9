import { Effect, Option, Result } from "effect"
import { Settings } from "../../../config/Settings.ts"
import type { ObjectId } from "../../../domain/ObjectId.ts"
import { Git } from "../../../adapters/git/Git.ts"
import { type NoteContent } from "../../../notes/NoteContent.ts"
import { contentOf } from "../../../notes/format/decode.ts"
import { standingNotes } from "../../../notes/StandingNotes.ts"

const readable = Effect.fnUntraced(function* (
  at: { readonly ref: string; readonly tip: Option.Option<ObjectId> },
  commits: ReadonlyArray<ObjectId>
) {
  const standing = yield* standingNotes(at, [...new Set(commits)])
  return new Map<ObjectId, NoteContent>(
    [...standing].flatMap(([commit, { note }]) =>
      Result.isSuccess(note) ? [[commit, contentOf(note.success)] as const] : []
    )
  )
})

/** The readable notes of some commits in a notes commit. Only these are looked at, not all there are. */
export const notesIn = (tip: ObjectId, commits: ReadonlyArray<ObjectId>) =>
  readable({ ref: tip, tip: Option.some(tip) }, commits)

/** The readable notes of some commits now. */
export const notesNow = Effect.fnUntraced(function* (commits: ReadonlyArray<ObjectId>) {
  const git = yield* Git
  const { noteRef: ref } = yield* (yield* Settings).values
  return yield* readable({ ref, tip: yield* git.resolveRef(ref) }, commits)
})
