import { type PlatformError, Schema } from "effect"
import { FailureReason, ServiceError } from "../../domain/Failure.ts"
import { describeFileProblem } from "../../domain/FileProblem.ts"
import { escapeControls, formatCount, shellArgument } from "../../domain/Text.ts"

/** A file or folder of the repository cannot be read or written. */
class FileInaccessible extends FailureReason<FileInaccessible>()(
  "FileInaccessible",
  { detail: Schema.String },
  ({ detail }) => ({
    code: "file_inaccessible",
    message: `Cannot access a file of the repository: ${escapeControls(detail)}`,
    hint: "Check the path and the permissions of the git directory."
  })
) {}

/** An existing hook cannot be renamed to make room for ours: its new name is taken. */
export class HookInTheWay extends FailureReason<HookInTheWay>()(
  "HookInTheWay",
  { file: Schema.String },
  ({ file }) => ({
    code: "hook_in_the_way",
    message: `Cannot save the existing hook: ${escapeControls(file)} exists already.`,
    hint: "Move or remove that file and try again. Nothing was changed."
  })
) {}

/** Hook events that were tried again failed again. */
export class EventsFailed extends FailureReason<EventsFailed>()(
  "EventsFailed",
  { failed: Schema.Int },
  ({ failed }) => ({
    code: "events_failed",
    message: `${formatCount(failed, "hook event")} failed again.`,
    hint: "ultragit doctor says why, and where they are kept."
  })
) {}

/** The commit has no note. */
export class NoteMissing extends FailureReason<NoteMissing>()(
  "NoteMissing",
  {
    commit: Schema.String,
    ref: Schema.String,
    /** The newest commit before it that has a note. */
    near: Schema.optionalKey(Schema.String)
  },
  ({ commit, near, ref }) => ({
    code: "note_missing",
    message: `No annotation on ${commit.slice(0, 12)} in ${escapeControls(ref)}.`,
    hint: `${near === undefined ? "" : `The last commit before it that has one is ${near.slice(0, 12)}. `}Add one: ultragit annotate --commit ${commit.slice(0, 12)} --reason "…"`
  })
) {}

/** The commit's note is not an annotation. */
export class NoteUnreadable extends FailureReason<NoteUnreadable>()(
  "NoteUnreadable",
  { commit: Schema.String, ref: Schema.String, field: Schema.String, detail: Schema.String },
  ({ commit, detail, field, ref }) => ({
    code: "note_unreadable",
    message: `The note on ${commit.slice(0, 12)} is not an annotation: ${escapeControls(field)} ${escapeControls(detail)}.`,
    hint: `Show the raw note: git notes --ref ${shellArgument(ref)} show ${commit}`
  })
) {}

/** The error of set-up, hooks and the queue. */
export class SetupError extends ServiceError<SetupError>()(
  "SetupError",
  Schema.Union([FileInaccessible, HookInTheWay, EventsFailed, NoteMissing, NoteUnreadable])
) {}

/** Describes an error as the system does: what is wrong, and with which file. */
const describe = (error: PlatformError.PlatformError): string => {
  const { reason } = error
  if (reason._tag === "BadArgument" || reason.description !== undefined) return reason.description ?? error.message
  const { pathOrDescriptor: path } = reason
  return path === undefined ? error.message : `${describeFileProblem(error)}, ${path}`
}

/** Maps an error of the file system to `FileInaccessible`. */
export const inaccessible = (error: PlatformError.PlatformError): SetupError =>
  new SetupError({ reason: new FileInaccessible({ detail: describe(error) }) })
