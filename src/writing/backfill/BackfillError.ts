import { Schema } from "effect"
import { FailureReason, ServiceError } from "../../domain/Failure.ts"
import { escapeControls } from "../../domain/Text.ts"

/** A time that nobody could read. */
export class SinceInvalid extends FailureReason<SinceInvalid>()(
  "SinceInvalid",
  { since: Schema.String },
  ({ since }) => ({
    code: "since_invalid",
    message: `Not a time: ${escapeControls(since.slice(0, 100))}`,
    hint: "Write 2025-01-31, 2025-01-31T12:00 or '2 weeks ago'."
  })
) {}

/** What is remembered of earlier runs cannot be read or written. */
export class MemoryFailed extends FailureReason<MemoryFailed>()(
  "MemoryFailed",
  { file: Schema.String, detail: Schema.String },
  ({ detail, file }) => ({
    code: "backfill_memory_failed",
    message: `Cannot use ${escapeControls(file)}: ${escapeControls(detail)}`,
    hint: "It only remembers which commits failed; it may be deleted."
  })
) {}

/** So many commits failed one after the other that going on would only cost. */
export class GaveUp extends FailureReason<GaveUp>()(
  "GaveUp",
  { failures: Schema.Int, last: Schema.String },
  ({ failures, last }) => ({
    code: "backfill_gave_up",
    message: `${failures} commits failed one after the other, the last one so: ${last}`,
    hint: "When the cause is gone: ultragit backfill --resume"
  })
) {}

const Reason = Schema.Union([SinceInvalid, MemoryFailed, GaveUp])

/** Why nothing could be drafted, beside what git, notes and language model say themselves. */
export class BackfillError extends ServiceError<BackfillError>()("BackfillError", Reason) {}
