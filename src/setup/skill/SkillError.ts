import { Schema } from "effect"
import { FailureReason, ServiceError } from "../../domain/Failure.ts"
import { escapeControls } from "../../domain/Text.ts"

/** A bare repository has no place for the file. */
export class NoWorkTree extends FailureReason<NoWorkTree>()("NoWorkTree", {}, () => ({
  code: "no_work_tree",
  message: "A bare repository has no CLAUDE.md or AGENTS.md.",
  hint: "ultragit skill export prints the text."
})) {}

/** The file cannot be read or written. */
export class FileInaccessible extends FailureReason<FileInaccessible>()(
  "FileInaccessible",
  { file: Schema.String, detail: Schema.String },
  ({ detail, file }) => ({
    code: "file_inaccessible",
    message: `Cannot use ${escapeControls(file)}: ${escapeControls(detail)}`
  })
) {}

/** The markers in the file are no pair: nothing is guessed. */
export class MarkersDamaged extends FailureReason<MarkersDamaged>()(
  "MarkersDamaged",
  { file: Schema.String },
  ({ file }) => ({
    code: "markers_damaged",
    message: `The markers of the guidance in ${escapeControls(file)} are not one beginning and one end.`,
    hint: "Mend or remove the lines with ultragit:guidance by hand."
  })
) {}

const Reason = Schema.Union([NoWorkTree, FileInaccessible, MarkersDamaged])

/** Why the guidance could not be put, found or taken out. */
export class SkillError extends ServiceError<SkillError>()("SkillError", Reason) {}
