import { Schema } from "effect"
import type { Failure } from "../../domain/Failure.ts"
import { escapeControls } from "../../domain/Text.ts"

/** A time that nobody could read. */
export class SinceInvalid
  extends Schema.TaggedError<SinceInvalid>()("SinceInvalid", { since: Schema.String })
  implements Failure
{
  get code(): string {
    return "since_invalid"
  }
  override get message(): string {
    return `Not a time: ${escapeControls(this.since.slice(0, 100))}`
  }
  get hint(): string | undefined {
    return "Write 2025-01-31, 2025-01-31T12:00 or '2 weeks ago'."
  }
}

/** What is remembered of earlier runs cannot be read or written. */
export class MemoryFailed
  extends Schema.TaggedError<MemoryFailed>()("MemoryFailed", { file: Schema.String, detail: Schema.String })
  implements Failure
{
  get code(): string {
    return "backfill_memory_failed"
  }
  override get message(): string {
    return `Cannot use ${escapeControls(this.file)}: ${escapeControls(this.detail)}`
  }
  get hint(): string | undefined {
    return "It only remembers which commits failed; it may be deleted."
  }
}

/** So many commits failed one after the other that going on would only cost. */
export class GaveUp
  extends Schema.TaggedError<GaveUp>()("GaveUp", { failures: Schema.Int, last: Schema.String })
  implements Failure
{
  get code(): string {
    return "backfill_gave_up"
  }
  override get message(): string {
    return `${this.failures} commits failed one after the other, the last one so: ${this.last}`
  }
  get hint(): string | undefined {
    return "When the cause is gone: ultragit backfill --resume"
  }
}

const Reason = Schema.Union([SinceInvalid, MemoryFailed, GaveUp])

/** Why nothing could be drafted, beside what git, notes and language model say themselves. */
export class BackfillError
  extends Schema.TaggedError<BackfillError>()("BackfillError", { reason: Reason })
  implements Failure
{
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
