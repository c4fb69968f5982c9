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

/** The folder of a file to write is not there. */
export class FolderMissing extends FailureReason<FolderMissing>()(
  "FolderMissing",
  { file: Schema.String, folder: Schema.String },
  ({ file, folder }) => ({
    code: "file_failed",
    message: `Cannot write ${escapeControls(file)}: there is no folder ${escapeControls(folder)}.`,
    hint: "Make that folder first, or name a file in one that exists."
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
  Schema.Union([FileFailed, FolderMissing, DateMalformed])
) {}
