import { Schema } from "effect"
import { FailureReason } from "../../domain/Failure.ts"
import { escapeControls } from "../../domain/Text.ts"

/** Writing to standard output failed, as on a full disk. A closed pipe is no error. */
export class OutputError extends FailureReason<OutputError>()(
  "OutputError",
  { detail: Schema.String },
  ({ detail }) => ({ code: "output_failed", message: `Cannot write to standard output: ${escapeControls(detail)}` })
) {}
