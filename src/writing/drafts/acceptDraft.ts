import { Effect, Option, Result } from "effect"
import { GitEnvironment } from "../../adapters/git/GitEnvironment.ts"
import type { Annotation } from "../../domain/Annotation.ts"
import { compareTimestamps, formatTimestamp, toEpochMillis } from "../../domain/Instant.ts"
import { contentOf, type Note } from "../../notes/format/decode.ts"
import { mergeAnnotations } from "../../notes/merge/Merge.ts"
import type { NoteContent } from "../../notes/NoteContent.ts"
import { type CurrentNote, NotesWriter } from "../../notes/NotesWriter.ts"
import { AnnotateError, NoteUnreadable, WritingDisabled } from "../context/AnnotateError.ts"
import { checkTexts } from "../context/checkTexts.ts"
import { isDisabled } from "../context/environment.ts"
import type { Draft } from "./Draft.ts"
import { settleDraft } from "./draftFiles.ts"

/** All times in a note at which something was said. */
const timesOf = ({ field_times = {}, regions, superseded = [], timestamp }: Annotation): ReadonlyArray<string> => [
  timestamp,
  ...Object.values(field_times),
  ...regions.flatMap((region) => Object.values(region.field_times ?? {})),
  ...superseded.map((each) => each.timestamp)
]

/** Makes an annotation older than everything in a note, so that no text of the note loses to it. */
const placeBefore = (annotation: Annotation, { recorded }: Note): Annotation => {
  const earliest = timesOf(recorded).reduce((a, b) => (compareTimestamps(a, b) <= 0 ? a : b))
  if (compareTimestamps(annotation.timestamp, earliest) < 0) return annotation
  return { ...annotation, timestamp: formatTimestamp(toEpochMillis(earliest) - 1000) }
}

const mergeWithCurrent = (annotation: Annotation, current: CurrentNote) => {
  if (Option.isNone(current)) return Effect.succeed<NoteContent>({ annotation })
  return Result.match(current.value, {
    onFailure: ({ detail, field }) =>
      Effect.fail(new AnnotateError({ reason: new NoteUnreadable({ commit: annotation.commit, field, detail }) })),
    onSuccess: (note) =>
      Effect.succeed(mergeAnnotations(contentOf(note), { annotation: placeBefore(annotation, note) }))
  })
}

/**
 * Writes a draft as the note of its commit, merged with one that is there: texts of that note stay as they are. Then
 * removes the draft. Fails with `AnnotateError` for texts that must not go into a note, and a note that cannot be read.
 */
export const acceptDraft = Effect.fn("Drafts.accept")(function* (draft: Draft) {
  if (isDisabled(yield* GitEnvironment)) return yield* new AnnotateError({ reason: new WritingDisabled() })
  const { annotation, commit } = draft
  yield* checkTexts(annotation)
  const { update } = yield* NotesWriter
  const { ref, written } = yield* update([commit], `Accept the draft for ${commit.slice(0, 10)}`, (_, current) =>
    Effect.asSome(mergeWithCurrent(annotation, current))
  )
  yield* settleDraft(draft)
  return { commit, ref, isWritten: written.length > 0 }
})
