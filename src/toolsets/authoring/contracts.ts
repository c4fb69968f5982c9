import { Schema } from "effect"
import { Alternative } from "../../domain/Alternative.ts"
import { Anchor, SemanticDependency } from "../../domain/Annotation.ts"
import type { Contract } from "../../domain/Contract.ts"
import { LineRange } from "../../domain/LineRange.ts"

const text = (description: string) => Schema.optionalKey(Schema.String.annotate({ description }))
const flag = (description: string) => Schema.optionalKey(Schema.Boolean.annotate({ description }))

const Region = Schema.Struct({
  file: Schema.String.annotate({ description: "Path from the repository root, changed by the commit" }),
  anchor: text("Function or type, e.g. Pool.acquire; required without lines"),
  lines: text("START:END in the committed file; selects among equal names"),
  intent: Schema.String.annotate({ description: "Purpose of this code, in one sentence" }),
  reasoning: text("Why this way: causes, evidence"),
  constraints: Schema.optionalKey(
    Schema.Array(Schema.String).annotate({ description: "What later changes must preserve" })
  ),
  alternatives: Schema.optionalKey(
    Schema.Array(Alternative).annotate({ description: "What was considered or tried and not taken, and why" })
  ),
  semantic_dependencies: Schema.optionalKey(
    Schema.Array(SemanticDependency).annotate({ description: "Assumptions about other code" })
  ),
  tags: Schema.optionalKey(Schema.Array(Schema.String)),
  risk_notes: text("What could go wrong")
})

export const AnnotateArguments = Schema.Struct({
  summary: Schema.String.annotate({ description: "What the commit does, in one sentence" }),
  regions: Schema.Array(Region),
  commit: text("Revision to annotate. Default: HEAD."),
  task: text("Related task, such as a ticket or request"),
  partial: flag("Write valid regions even if others cannot be resolved"),
  replace: flag("Overwrite an existing note instead of merging"),
  dry_run: flag("Return the note without writing it")
})
export type AnnotateArguments = typeof AnnotateArguments.Type

/** Answer of `annotate`. */
export const AnnotateAnswer = Schema.Struct({
  $schema: Schema.Literal("ultragit-annotate/v1"),
  commit: Schema.String,
  /** Full notes ref. */
  ref: Schema.String,
  kind: Schema.Literals(["written", "unchanged", "dry-run"]),
  /** Resolved regions. */
  regions: Schema.Array(Schema.Struct({ file: Schema.String, anchor: Anchor, lines: LineRange })),
  left_out: Schema.optionalKey(Schema.Array(Schema.String)),
  warnings: Schema.optionalKey(Schema.Array(Schema.String)),
  /** The note that would be written; on a dry run only. */
  note: Schema.optionalKey(Schema.Record(Schema.String, Schema.Unknown))
})
export type AnnotateAnswer = typeof AnnotateAnswer.Type

export const annotateContract: Contract<typeof AnnotateArguments, typeof AnnotateAnswer> = {
  name: "ultragit_annotate",
  title: "Record why a commit changed code",
  command: "ultragit annotate",
  description:
    "Record why a commit changed code, for ultragit_read to find later: intent, reasoning, constraints and risks, stored in the repository's git notes. Call it right after committing, while you still know why. Types, signatures and lines are derived from the commit; an existing note is merged. Never include credentials.",
  input: AnnotateArguments,
  output: AnnotateAnswer,
  hints: { readOnly: false, idempotent: true, destructive: false }
}
