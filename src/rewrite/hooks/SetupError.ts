import { type PlatformError, Schema } from "effect"
import type { Failure } from "../../domain/Failure.ts"
import { escapeControls } from "../../domain/Text.ts"

/** A file or folder of the repository cannot be read or written. */
export class FileInaccessible extends Schema.TaggedError<FileInaccessible>()("FileInaccessible", {
  detail: Schema.String
}) {}

/** A hook cannot be kept beside ours: something has its other name. */
export class HookInTheWay extends Schema.TaggedError<HookInTheWay>()("HookInTheWay", { file: Schema.String }) {}

/** The commit has no note. */
export class NoteMissing extends Schema.TaggedError<NoteMissing>()("NoteMissing", {
  commit: Schema.String,
  ref: Schema.String
}) {}

/** The commit's note is no annotation. */
export class NoteUnreadable extends Schema.TaggedError<NoteUnreadable>()("NoteUnreadable", {
  commit: Schema.String,
  field: Schema.String,
  detail: Schema.String
}) {}

const Reason = Schema.Union([FileInaccessible, HookInTheWay, NoteMissing, NoteUnreadable])
type Reason = typeof Reason.Type

const words = (reason: Reason): Failure => {
  switch (reason._tag) {
    case "FileInaccessible":
      return {
        code: "file_inaccessible",
        message: `Cannot use the repository's own files: ${escapeControls(reason.detail)}`,
        hint: "Check what is there, and who may write in the git directory."
      }
    case "HookInTheWay":
      return {
        code: "hook_in_the_way",
        message: `The hook that is there cannot be kept beside ours: ${escapeControls(reason.file)} exists.`,
        hint: "Move or remove that file and try again; nothing was changed."
      }
    case "NoteMissing":
      return {
        code: "note_missing",
        message: `No annotation on ${reason.commit.slice(0, 12)} in ${escapeControls(reason.ref)}.`,
        hint: "Add one: ultragit annotate --commit <commit>, with the annotation on standard input."
      }
    case "NoteUnreadable":
      return {
        code: "note_unreadable",
        message: `The note on ${reason.commit.slice(0, 12)} is no annotation: ${escapeControls(reason.field)} ${escapeControls(reason.detail)}.`,
        hint: "See it as it is: git notes --ref <ref> show <commit>"
      }
  }
}

/** The one error of set-up, hooks and the queue. */
export class SetupError extends Schema.TaggedError<SetupError>()("SetupError", { reason: Reason }) implements Failure {
  get code(): string {
    return words(this.reason).code
  }
  override get message(): string {
    return words(this.reason).message
  }
  get hint(): string | undefined {
    return words(this.reason).hint
  }
}

/** What the file system refuses, as a failure of set-up. */
export const inaccessible = (error: PlatformError.PlatformError): SetupError =>
  new SetupError({ reason: new FileInaccessible({ detail: error.reason.description ?? error.message }) })
