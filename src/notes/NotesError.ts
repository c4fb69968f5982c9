import { Schema } from "effect"
import type { Failure } from "../domain/Failure.ts"

/** The notes ref points at something that is no notes commit. */
export class NotesUnreadable extends Schema.TaggedError<NotesUnreadable>()("NotesUnreadable", {
  ref: Schema.String,
  detail: Schema.String
}) {}

/** The one error of the `Notes` service. */
export class NotesError
  extends Schema.TaggedError<NotesError>()("NotesError", {
    reason: NotesUnreadable
  })
  implements Failure
{
  get code(): string {
    return "notes_unreadable"
  }
  override get message(): string {
    return `Cannot read the notes at ${this.reason.ref}: ${this.reason.detail}`
  }
  get hint(): string | undefined {
    return "git fsck tells what is damaged; --noteref names another ref."
  }
}
