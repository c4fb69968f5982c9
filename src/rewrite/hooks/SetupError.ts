import { type PlatformError, Schema } from "effect"
import { FailureReason, ServiceError } from "../../domain/Failure.ts"
import { escapeControls } from "../../domain/Text.ts"

/** A file or folder of the repository cannot be read or written. */
export class FileInaccessible extends FailureReason<FileInaccessible>()(
  "FileInaccessible",
  { detail: Schema.String },
  ({ detail }) => ({
    code: "file_inaccessible",
    message: `Cannot use the repository's own files: ${escapeControls(detail)}`,
    hint: "Check what is there, and who may write in the git directory."
  })
) {}

/** A hook cannot be kept beside ours: something has its other name. */
export class HookInTheWay extends FailureReason<HookInTheWay>()(
  "HookInTheWay",
  { file: Schema.String },
  ({ file }) => ({
    code: "hook_in_the_way",
    message: `The hook that is there cannot be kept beside ours: ${escapeControls(file)} exists.`,
    hint: "Move or remove that file and try again; nothing was changed."
  })
) {}

/** The commit has no note. */
export class NoteMissing extends FailureReason<NoteMissing>()(
  "NoteMissing",
  { commit: Schema.String, ref: Schema.String },
  ({ commit, ref }) => ({
    code: "note_missing",
    message: `No annotation on ${commit.slice(0, 12)} in ${escapeControls(ref)}.`,
    hint: "Add one: ultragit annotate --commit <commit>, with the annotation on standard input."
  })
) {}

/** The commit's note is no annotation. */
export class NoteUnreadable extends FailureReason<NoteUnreadable>()(
  "NoteUnreadable",
  { commit: Schema.String, field: Schema.String, detail: Schema.String },
  ({ commit, detail, field }) => ({
    code: "note_unreadable",
    message: `The note on ${commit.slice(0, 12)} is no annotation: ${escapeControls(field)} ${escapeControls(detail)}.`,
    hint: "See it as it is: git notes --ref <ref> show <commit>"
  })
) {}

/** The one error of set-up, hooks and the queue. */
export class SetupError extends ServiceError<SetupError>()(
  "SetupError",
  Schema.Union([FileInaccessible, HookInTheWay, NoteMissing, NoteUnreadable])
) {}

/** What the file system refuses, as a failure of set-up. */
export const inaccessible = (error: PlatformError.PlatformError): SetupError =>
  new SetupError({ reason: new FileInaccessible({ detail: error.reason.description ?? error.message }) })
