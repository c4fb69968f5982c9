import { Schema } from "effect"
import { FailureReason } from "../../domain/Failure.ts"
import { escapeControls } from "../../domain/Text.ts"

/** Standard output does not take what is written: a full disk, not a reader that went away. */
export class OutputError extends FailureReason<OutputError>()(
  "OutputError",
  { detail: Schema.String },
  ({ detail }) => ({ code: "output_failed", message: `Cannot write to standard output: ${escapeControls(detail)}` })
) {}
