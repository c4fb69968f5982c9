import { Schema } from "effect"
import { FailureReason, ServiceError } from "../../domain/Failure.ts"
import { escapeControls } from "../../domain/Text.ts"

/** The commit has no draft. */
export class DraftMissing extends FailureReason<DraftMissing>()(
  "DraftMissing",
  { commit: Schema.String },
  ({ commit }) => ({
    code: "draft_missing",
    message: `No draft waits for commit ${commit.slice(0, 10)}.`,
    hint: "List the drafts with ultragit drafts."
  })
) {}

/** The file of a draft cannot be read, written or decoded. */
export class DraftUnusable extends FailureReason<DraftUnusable>()(
  "DraftUnusable",
  { file: Schema.String, detail: Schema.String },
  ({ detail, file }) => ({
    code: "draft_unusable",
    message: `Cannot use the draft ${escapeControls(file)}: ${escapeControls(detail)}`,
    hint: "Drop it with ultragit drafts drop, then run ultragit import sessions."
  })
) {}

/** Neither a commit nor `--all` is given, or both. */
export class CommitUnclear extends FailureReason<CommitUnclear>()("CommitUnclear", {}, () => ({
  code: "commit_unclear",
  message: "Name a commit or give --all, but not both."
})) {}

const Reason = Schema.Union([DraftMissing, DraftUnusable, CommitUnclear])

/** The error of drafts, apart from those of git, notes and annotations. */
export class DraftError extends ServiceError<DraftError>()("DraftError", Reason) {}
