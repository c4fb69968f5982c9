import { Schema } from "effect"
import type { Failure } from "../../domain/Failure.ts"
import { escapeControls } from "../../domain/Text.ts"

/** Standard output does not take what is written: a full disk, not a reader that went away. */
export class OutputError
  extends Schema.TaggedError<OutputError>()("OutputError", {
    detail: Schema.String
  })
  implements Failure
{
  get code(): string {
    return "output_failed"
  }
  override get message(): string {
    return `Cannot write to standard output: ${escapeControls(this.detail)}`
  }
  get hint(): string | undefined {
    return undefined
  }
}
