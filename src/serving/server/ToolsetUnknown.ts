import { Schema } from "effect"
import type { Failure } from "../../domain/Failure.ts"
import { escapeControls } from "../../domain/Text.ts"

/** A toolset was asked for that does not exist. */
export class ToolsetUnknown
  extends Schema.TaggedError<ToolsetUnknown>()("ToolsetUnknown", {
    toolset: Schema.String,
    known: Schema.Array(Schema.String)
  })
  implements Failure
{
  get code(): string {
    return "toolset_unknown"
  }
  override get message(): string {
    return `Unknown toolset: ${escapeControls(this.toolset)}`
  }
  get hint(): string {
    return `Known toolsets: ${[...this.known, "all"].join(", ")}.`
  }
}
