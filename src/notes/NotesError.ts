import { Schema } from "effect"
import { FailureReason, ServiceError } from "../domain/Failure.ts"
import { ObjectId } from "../domain/ObjectId.ts"
import { escapeControls } from "../domain/Text.ts"

/** The notes ref points at something that is not a readable notes commit. */
export class NotesUnreadable extends FailureReason<NotesUnreadable>()(
  "NotesUnreadable",
  { ref: Schema.String, detail: Schema.String },
  ({ detail, ref }) => ({
    code: "notes_unreadable",
    message: `Cannot read the notes at ${ref}: ${detail}`,
    hint: `${detail.includes("is not in this repository") ? `In a partial clone, git fetches them: git log --notes=${ref}. In a whole one, run` : "Run"} git fsck to find the damage, or name another ref with --noteref.`
  })
) {}

/** The notes ref kept moving, or stayed locked, until the retry timeout. `detail` is git's last message. */
export class NotesContended extends FailureReason<NotesContended>()(
  "NotesContended",
  { ref: Schema.String, detail: Schema.String, advice: Schema.String },
  ({ advice, detail, ref }) => ({
    code: "notes_contended",
    message: `Could not write the notes at ${ref}: ${detail}`,
    hint: advice
  })
) {}

/** The note to write exceeds the size limit. */
export class NoteTooLarge extends FailureReason<NoteTooLarge>()(
  "NoteTooLarge",
  {
    commit: ObjectId,
    /** Size of the note, in bytes. */
    size: Schema.Int,
    /** Maximum size of a note, in bytes. */
    limit: Schema.Int
  },
  ({ commit, limit, size }) => ({
    code: "note_too_large",
    message: `The note on ${commit.slice(0, 12)} would be ${size} bytes; the limit is ${limit}.`,
    hint: "Shorten the text or annotate fewer regions. --replace discards the existing note."
  })
) {}

/** The note to write would not decode to what was meant. */
export class NoteInvalid extends FailureReason<NoteInvalid>()(
  "NoteInvalid",
  { commit: ObjectId, field: Schema.String, detail: Schema.String },
  ({ commit, detail, field }) => ({
    code: "note_invalid",
    message: `The note on ${commit.slice(0, 12)} is not valid: ${escapeControls(field)}: ${escapeControls(detail)}`
  })
) {}

/** The error of the `Notes` and `NotesWriter` services; message and hint come from its reason. */
export class NotesError extends ServiceError<NotesError>()(
  "NotesError",
  Schema.Union([NotesUnreadable, NotesContended, NoteTooLarge, NoteInvalid])
) {}
