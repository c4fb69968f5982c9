import { Schema } from "effect"
import { FailureReason, ServiceError } from "../../domain/Failure.ts"
import { escapeControls } from "../../domain/Text.ts"

/** A bare repository has no work tree for the file. */
export class NoWorkTree extends FailureReason<NoWorkTree>()("NoWorkTree", {}, () => ({
  code: "no_work_tree",
  message: "A bare repository has no CLAUDE.md or AGENTS.md.",
  hint: "Print the text with ultragit skill export."
})) {}

/** The file cannot be read or written. */
export class FileInaccessible extends FailureReason<FileInaccessible>()(
  "FileInaccessible",
  { file: Schema.String, detail: Schema.String },
  ({ detail, file }) => ({
    code: "file_inaccessible",
    message: `Cannot read or write ${escapeControls(file)}: ${escapeControls(detail)}`
  })
) {}

/** The file does not have exactly one start marker followed by one end marker. */
export class MarkersDamaged extends FailureReason<MarkersDamaged>()(
  "MarkersDamaged",
  { file: Schema.String },
  ({ file }) => ({
    code: "markers_damaged",
    message: `The guidance in ${escapeControls(file)} does not have exactly one start and one end marker.`,
    hint: "Correct or remove the lines with ultragit:guidance by hand."
  })
) {}

const Reason = Schema.Union([NoWorkTree, FileInaccessible, MarkersDamaged])

/** The error of installing, checking and removing the guidance. */
export class SkillError extends ServiceError<SkillError>()("SkillError", Reason) {}
