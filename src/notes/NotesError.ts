import { Schema } from "effect"
import { FailureReason, ServiceError } from "../domain/Failure.ts"
import { ObjectId } from "../domain/ObjectId.ts"
import { escapeControls } from "../domain/Text.ts"

/** The notes ref points at something that is no notes commit. */
export class NotesUnreadable extends FailureReason<NotesUnreadable>()(
  "NotesUnreadable",
  { ref: Schema.String, detail: Schema.String },
  ({ detail, ref }) => ({
    code: "notes_unreadable",
    message: `Cannot read the notes at ${ref}: ${detail}`,
    hint: "git fsck tells what is damaged; --noteref names another ref."
  })
) {}

/** The notes ref kept moving, or stayed locked, for as long as a writer may wait. `detail`: what git said last. */
export class NotesContended extends FailureReason<NotesContended>()(
  "NotesContended",
  { ref: Schema.String, detail: Schema.String, advice: Schema.String },
  ({ advice, detail, ref }) => ({
    code: "notes_contended",
    message: `Could not write the notes at ${ref}: ${detail}`,
    hint: advice
  })
) {}

/** A note would be larger than notes may be. */
export class NoteTooLarge extends FailureReason<NoteTooLarge>()(
  "NoteTooLarge",
  {
    commit: ObjectId,
    /** Bytes it would have. */
    size: Schema.Int,
    /** Bytes it may have. */
    limit: Schema.Int
  },
  ({ commit, limit, size }) => ({
    code: "note_too_large",
    message: `The note on ${commit.slice(0, 12)} would have ${size} bytes; ${limit} are allowed.`,
    hint: "Say less, or annotate fewer regions; --replace drops what earlier notes said."
  })
) {}

/** A note would not be read back as it was meant. */
export class NoteInvalid extends FailureReason<NoteInvalid>()(
  "NoteInvalid",
  { commit: ObjectId, field: Schema.String, detail: Schema.String },
  ({ commit, detail, field }) => ({
    code: "note_invalid",
    message: `The note on ${commit.slice(0, 12)} is not valid: ${escapeControls(field)}: ${escapeControls(detail)}`
  })
) {}

/** The one error of the `Notes` and `NotesWriter` services; it speaks with its reason's words. */
export class NotesError extends ServiceError<NotesError>()(
  "NotesError",
  Schema.Union([NotesUnreadable, NotesContended, NoteTooLarge, NoteInvalid])
) {}
