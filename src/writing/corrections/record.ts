import { Clock, DateTime, Effect, Option, Result } from "effect"
import type { Annotation, Correction } from "../../domain/Annotation.ts"
import { toEpochMillis } from "../../domain/Instant.ts"
import type { ObjectId } from "../../domain/ObjectId.ts"
import { Git } from "../../adapters/git/Git.ts"
import type { Note } from "../../notes/format/decode.ts"
import type { NoteContent } from "../../notes/NoteContent.ts"
import type { CurrentNote } from "../../notes/NotesWriter.ts"
import { CorrectionError, NoteMissing, NoteUnreadable } from "./CorrectionError.ts"

/** Who corrects, and when. */
export interface Voice {
  /** `Name <address>`. */
  readonly author: string
  /** Milliseconds since 1970. */
  readonly now: number
}

/** Whoever would be the author of a commit made now. */
export const voice = Effect.gen(function* () {
  const author = yield* (yield* Git).author
  const speaker: Voice = { author, now: yield* Clock.currentTimeMillis }
  return speaker
})

const second = 1000
/** 9999-12-31T23:59:59Z, the last second that a timestamp can name. */
const last = 253_402_300_799_000

/**
 * The time of a further correction: now, or a second after the latest there is, whose clock may be ahead of ours or who
 * spoke in this very second. Corrections are replayed by their times, and this one is the last word.
 */
export const timeAfter = (corrections: ReadonlyArray<Correction>, now: number): string => {
  const latest = Math.max(...corrections.map(({ timestamp }) => toEpochMillis(timestamp)), Number.NEGATIVE_INFINITY)
  const time = Math.min(last, Math.max(now, latest + second))
  return DateTime.formatIso(DateTime.makeUnsafe(Math.floor(time / second) * second)).replace(".000Z", "Z")
}

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
