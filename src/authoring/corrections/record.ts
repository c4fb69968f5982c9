import { DateTime, Effect, Option, Result } from "effect"
import type { Annotation, Correction } from "../../domain/Annotation.ts"
import type { ObjectId } from "../../domain/ObjectId.ts"
import { Git } from "../../git/Git.ts"
import type { Note } from "../../notes/decode.ts"
import type { CurrentNote, NoteContent } from "../../notes/NotesWriter.ts"
import { CorrectionError, NoteMissing, NoteUnreadable } from "./CorrectionError.ts"

/** Who corrects, and when. */
export interface Voice {
  /** `Name <address>`. */
  readonly author: string
  readonly timestamp: string
}

/** Whoever would be the author of a commit made now. */
export const voice = Effect.gen(function* () {
  const author = yield* (yield* Git).author
  const now = yield* DateTime.now
  const speaker: Voice = { author, timestamp: DateTime.formatIso(now).replace(/\.\d+Z$/, "Z") }
  return speaker
})

/** The note of a commit that is there and readable. */
export const requireNote = (commit: ObjectId, current: CurrentNote): Effect.Effect<Note, CorrectionError> =>
  Option.match(current, {
    onNone: () => Effect.fail(new CorrectionError({ reason: new NoteMissing({ commit }) })),
    onSome: Result.match({
      onFailure: ({ detail, field }) =>
        Effect.fail(new CorrectionError({ reason: new NoteUnreadable({ commit, field, detail }) })),
      onSuccess: (note) => Effect.succeed(note)
    })
  })

/** The note's content with further corrections at the end of those it has. */
export const withCorrections = (note: Note, more: ReadonlyArray<Correction>): NoteContent => {
  const annotation: Annotation = {
    ...note.recorded,
    corrections: [...(note.recorded.corrections ?? []), ...more]
  }
  return { annotation, original: note.document }
}
