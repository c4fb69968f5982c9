import { Effect, Option, Result } from "effect"
import type { ObjectId } from "../../../domain/ObjectId.ts"
import { type NoteContent } from "../../../notes/NoteContent.ts"
import { contentOf } from "../../../notes/format/decode.ts"
import { type CurrentNote, NotesWriter } from "../../../notes/NotesWriter.ts"
import { type Carried, carriedContent, mergeWithExisting, hasNothing } from "../regions/combineNotes.ts"
import type { Successors } from "../rewrites/successors.ts"

/** Computes the note of a commit after carrying; leaves an unreadable note alone. */
const mergeWithCurrent = (carried: Carried, current: CurrentNote, successors: Successors): Option.Option<NoteContent> =>
  Option.match(current, {
    onNone: () => (hasNothing(carried) ? Option.none() : Option.some(carriedContent(carried))),
    onSome: (note) =>
      Result.isSuccess(note)
        ? Option.some(mergeWithExisting(carried, contentOf(note.success), successors))
        : Option.none()
  })

/** Writes carried notes in one notes commit. Returns the commits whose note changed. */
export const writeCarried = Effect.fnUntraced(function* (
  carried: ReadonlyMap<ObjectId, Carried>,
  message: string,
  successors: Successors
) {
  if (carried.size === 0) return []
  const writer = yield* NotesWriter
  const { written } = yield* writer.update([...carried.keys()], message, (commit, current) =>
    Effect.succeed(
      Option.flatMap(Option.fromNullishOr(carried.get(commit)), (found) => mergeWithCurrent(found, current, successors))
    )
  )
  return written
})
