import { Schema } from "effect"
import type { Failure } from "../../domain/Failure.ts"
import { escapeControls } from "../../domain/Text.ts"

/** A file cannot be read or written. */
export class FileFailed extends Schema.TaggedError<FileFailed>()("FileFailed", {
  file: Schema.String,
  detail: Schema.String
}) {
  get failure(): Failure {
    return {
      code: "file_failed",
      message: `Cannot use ${escapeControls(this.file)}: ${escapeControls(this.detail)}`,
      hint: undefined
    }
  }
}

/** The text names no time. */
export class DateMalformed extends Schema.TaggedError<DateMalformed>()("DateMalformed", { text: Schema.String }) {
  get failure(): Failure {
    return {
      code: "date_malformed",
      message: `Not a time: ${escapeControls(this.text)}`,
      hint: "Write 2025-01-31, 2025-01-31T12:00:00Z, 2 weeks ago or yesterday."
    }
  }
}

/** The one error of export and import. */
export class ExchangeError
  extends Schema.TaggedError<ExchangeError>()("ExchangeError", { reason: Schema.Union([FileFailed, DateMalformed]) })
  implements Failure
{
  get code(): string {
    return this.reason.failure.code
  }
  override get message(): string {
    return this.reason.failure.message
  }
  get hint(): string | undefined {
    return this.reason.failure.hint
  }
}
