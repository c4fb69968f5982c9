import { Schema } from "effect"
import { FailureReason, ServiceError } from "../../domain/Failure.ts"
import { escapeControls } from "../../domain/Text.ts"

/** `since` is not a time. */
export class SinceInvalid extends FailureReason<SinceInvalid>()(
  "SinceInvalid",
  { since: Schema.String },
  ({ since }) => ({
    code: "since_invalid",
    message: `Not a time: ${escapeControls(since.slice(0, 100))}`,
    hint: "Write 2025-01-31, 2025-01-31T12:00 or '2 weeks ago'."
  })
) {}

/** The record of failed commits cannot be read or written. */
export class MemoryFailed extends FailureReason<MemoryFailed>()(
  "MemoryFailed",
  { file: Schema.String, detail: Schema.String },
  ({ detail, file }) => ({
    code: "backfill_memory_failed",
    message: `Cannot use ${escapeControls(file)}: ${escapeControls(detail)}`,
    hint: "The file only records failed commits. You may delete it."
  })
) {}

/** Too many commits failed in a row. */
export class GaveUp extends FailureReason<GaveUp>()(
  "GaveUp",
  { failures: Schema.Int, last: Schema.String },
  ({ failures, last }) => ({
    code: "backfill_gave_up",
    message: `${failures} commits failed in a row. The last failure: ${last}`,
    hint: "Remove the cause, then run ultragit backfill --resume."
  })
) {}

const Reason = Schema.Union([SinceInvalid, MemoryFailed, GaveUp])

/** The error of a backfill, apart from those of git, notes and the language model. */
export class BackfillError extends ServiceError<BackfillError>()("BackfillError", Reason) {}
