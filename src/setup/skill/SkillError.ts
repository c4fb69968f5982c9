import { Schema } from "effect"
import type { Failure } from "../../domain/Failure.ts"
import { escapeControls } from "../../domain/Text.ts"

/** A bare repository has no place for the file. */
export class NoWorkTree extends Schema.TaggedError<NoWorkTree>()("NoWorkTree", {}) implements Failure {
  get code(): string {
    return "no_work_tree"
  }
  override get message(): string {
    return "A bare repository has no CLAUDE.md or AGENTS.md."
  }
  get hint(): string | undefined {
    return "ultragit skill export prints the text."
  }
}

/** The file cannot be read or written. */
export class FileInaccessible
  extends Schema.TaggedError<FileInaccessible>()("FileInaccessible", { file: Schema.String, detail: Schema.String })
  implements Failure
{
  get code(): string {
    return "file_inaccessible"
  }
  override get message(): string {
    return `Cannot use ${escapeControls(this.file)}: ${escapeControls(this.detail)}`
  }
  get hint(): string | undefined {
    return undefined
  }
}

/** The markers in the file are no pair: nothing is guessed. */
export class MarkersDamaged
  extends Schema.TaggedError<MarkersDamaged>()("MarkersDamaged", { file: Schema.String })
  implements Failure
{
  get code(): string {
    return "markers_damaged"
  }
  override get message(): string {
    return `The markers of the guidance in ${escapeControls(this.file)} are not one beginning and one end.`
  }
  get hint(): string | undefined {
    return "Mend or remove the lines with ultragit:guidance by hand."
  }
}

const Reason = Schema.Union([NoWorkTree, FileInaccessible, MarkersDamaged])

/** Why the guidance could not be put, found or taken out. */
export class SkillError extends Schema.TaggedError<SkillError>()("SkillError", { reason: Reason }) implements Failure {
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
