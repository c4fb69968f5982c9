import { Schema } from "effect"
import { FailureReason } from "../../domain/Failure.ts"
import { escapeControls } from "../../domain/Text.ts"

/** A requested toolset does not exist. */
export class ToolsetUnknown extends FailureReason<ToolsetUnknown>()(
  "ToolsetUnknown",
  { toolset: Schema.String, known: Schema.Array(Schema.String) },
  ({ known, toolset }) => ({
    code: "toolset_unknown",
    message: `Unknown toolset: ${escapeControls(toolset)}`,
    hint: `Known toolsets: ${[...known, "all"].join(", ")}.`
  })
) {}
