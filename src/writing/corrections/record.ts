import { Clock, DateTime, Effect, Option, Result } from "effect"
import type { Annotation, Correction } from "../../domain/Annotation.ts"
import { toEpochMillis } from "../../domain/Instant.ts"
import type { ObjectId } from "../../domain/ObjectId.ts"
import { Git } from "../../adapters/git/Git.ts"
import type { Note } from "../../notes/format/decode.ts"
import type { NoteContent } from "../../notes/NoteContent.ts"
import type { CurrentNote } from "../../notes/NotesWriter.ts"
import { CorrectionError, NoteMissing, NoteUnreadable } from "./CorrectionError.ts"

/** The author and time of a correction. */
export interface Authorship {
  /** `Name <address>`. */
  readonly author: string
  /** Milliseconds since 1970. */
  readonly now: number
}

/** The current git author and the current time. */
export const readAuthorship = Effect.gen(function* () {
  const author = yield* (yield* Git).author
  const authorship: Authorship = { author, now: yield* Clock.currentTimeMillis }
  return authorship
})

const second = 1000
/** 9999-12-31T23:59:59Z, the last second that a timestamp can name. */
const last = 253_402_300_799_000

/**
 * Returns the timestamp of a new correction: now, or a second after the latest existing one if that is not earlier.
 * Corrections are replayed by time, and the new one must be last.
 */
export const timeAfter = (corrections: ReadonlyArray<Correction>, now: number): string => {
  const latest = Math.max(...corrections.map(({ timestamp }) => toEpochMillis(timestamp)), Number.NEGATIVE_INFINITY)
  const time = Math.min(last, Math.max(now, latest + second))
  return DateTime.formatIso(DateTime.makeUnsafe(Math.floor(time / second) * second)).replace(".000Z", "Z")
}

/** Returns the current note. Fails with `NoteMissing` and `NoteUnreadable`. */
export const requireNote = (commit: ObjectId, current: CurrentNote): Effect.Effect<Note, CorrectionError> =>
  Option.match(current, {
    onNone: () => Effect.fail(new CorrectionError({ reason: new NoteMissing({ commit }) })),
    onSome: Result.match({
      onFailure: ({ detail, field }) =>
        Effect.fail(new CorrectionError({ reason: new NoteUnreadable({ commit, field, detail }) })),
      onSuccess: (note) => Effect.succeed(note)
    })
  })

/** Appends corrections to a note. */
export const withCorrections = (note: Note, more: ReadonlyArray<Correction>): NoteContent => {
  const annotation: Annotation = {
    ...note.recorded,
    corrections: [...(note.recorded.corrections ?? []), ...more]
  }
  return { annotation, original: note.document }
}
