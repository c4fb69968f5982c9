import { Schema } from "effect"
import { FailureReason, ServiceError } from "../../domain/Failure.ts"
import { escapeControls } from "../../domain/Text.ts"

/** A file cannot be read or written. */
export class FileFailed extends FailureReason<FileFailed>()(
  "FileFailed",
  { action: Schema.Literals(["read", "write"]), file: Schema.String, detail: Schema.String },
  ({ action, detail, file }) => ({
    code: "file_failed",
    message: `Cannot ${action} ${escapeControls(file)}: ${escapeControls(detail)}`
  })
) {}

/** The text is not a date or time. */
export class DateMalformed extends FailureReason<DateMalformed>()(
  "DateMalformed",
  { text: Schema.String },
  ({ text }) => ({
    code: "date_malformed",
    message: `Not a time: ${escapeControls(text)}`,
    hint: "Write 2025-01-31, 2025-01-31T12:00:00Z, 2 weeks ago or yesterday."
  })
) {}

/** The error of export and import. */
export class ExchangeError extends ServiceError<ExchangeError>()(
  "ExchangeError",
  Schema.Union([FileFailed, DateMalformed])
) {}
