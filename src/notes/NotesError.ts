import { Schema } from "effect"
import type { Failure } from "../domain/Failure.ts"
import { ObjectId } from "../domain/ObjectId.ts"
import { escapeControls } from "../domain/Text.ts"

/** The notes ref points at something that is no notes commit. */
export class NotesUnreadable
  extends Schema.TaggedError<NotesUnreadable>()("NotesUnreadable", {
    ref: Schema.String,
    detail: Schema.String
  })
  implements Failure
{
  get code(): string {
    return "notes_unreadable"
  }
  override get message(): string {
    return `Cannot read the notes at ${this.ref}: ${this.detail}`
  }
  get hint(): string | undefined {
    return "git fsck tells what is damaged; --noteref names another ref."
  }
}

/** The notes ref kept moving, or stayed locked, for as long as a writer may wait. `detail`: what git said last. */
export class NotesContended
  extends Schema.TaggedError<NotesContended>()("NotesContended", {
    ref: Schema.String,
    detail: Schema.String,
    advice: Schema.String
  })
  implements Failure
{
  get code(): string {
    return "notes_contended"
  }
  override get message(): string {
    return `Could not write the notes at ${this.ref}: ${this.detail}`
  }
  get hint(): string | undefined {
    return this.advice
  }
}

/** A note would be larger than notes may be. */
export class NoteTooLarge
  extends Schema.TaggedError<NoteTooLarge>()("NoteTooLarge", {
    commit: ObjectId,
    /** Bytes it would have. */
    size: Schema.Int,
    /** Bytes it may have. */
    limit: Schema.Int
  })
  implements Failure
{
  get code(): string {
    return "note_too_large"
  }
  override get message(): string {
    return `The note on ${this.commit.slice(0, 12)} would have ${this.size} bytes; ${this.limit} are allowed.`
  }
  get hint(): string | undefined {
    return "Say less, or annotate fewer regions; --replace drops what earlier notes said."
  }
}

/** A note would not be read back as it was meant. */
export class NoteInvalid
  extends Schema.TaggedError<NoteInvalid>()("NoteInvalid", {
    commit: ObjectId,
    field: Schema.String,
    detail: Schema.String
  })
  implements Failure
{
  get code(): string {
    return "note_invalid"
  }
  override get message(): string {
    return `The note on ${this.commit.slice(0, 12)} is not valid: ${escapeControls(this.field)}: ${escapeControls(this.detail)}`
  }
  get hint(): string | undefined {
    return undefined
  }
}

/** The one error of the `Notes` and `NotesWriter` services; it speaks with its reason's words. */
export class NotesError
  extends Schema.TaggedError<NotesError>()("NotesError", {
    reason: Schema.Union([NotesUnreadable, NotesContended, NoteTooLarge, NoteInvalid])
  })
  implements Failure
{
  get code(): string {
    return this.reason.code
  }
  override get message(): string {
    return this.reason.message
  }
  get hint(): string | undefined {
    return this.reason.hint
  }
}
