import { Schema } from "effect"
import { Anchor, SemanticDependency } from "../../domain/Annotation.ts"
import type { Contract } from "../../domain/Contract.ts"
import { LineRange } from "../../domain/LineRange.ts"

const text = (description: string) => Schema.optionalKey(Schema.String.annotate({ description }))
const flag = (description: string) => Schema.optionalKey(Schema.Boolean.annotate({ description }))

const Region = Schema.Struct({
  file: Schema.String.annotate({ description: "Path from the repository root, changed by the commit" }),
  anchor: text("Function or type, such as Pool.acquire; required unless lines are given"),
  lines: text("START:END in the file as of the commit; chooses among equal names"),
  intent: Schema.String.annotate({ description: "What this code is for, in a sentence" }),
  reasoning: text("Why it is so and not otherwise: alternatives, causes, evidence"),
  constraints: Schema.optionalKey(
    Schema.Array(Schema.String).annotate({ description: "What whoever changes it must keep" })
  ),
  semantic_dependencies: Schema.optionalKey(
    Schema.Array(SemanticDependency).annotate({ description: "What it assumes about other code" })
  ),
  tags: Schema.optionalKey(Schema.Array(Schema.String)),
  risk_notes: text("What could go wrong")
})

export const AnnotateArguments = Schema.Struct({
  summary: Schema.String.annotate({ description: "What the commit does, in a sentence" }),
  regions: Schema.Array(Region),
  commit: text("Revision to annotate. Default: HEAD."),
  task: text("The task it belongs to: a ticket, a request"),
  partial: flag("Keep the good regions when others cannot be resolved"),
  replace: flag("Overwrite the note there is instead of merging with it"),
  dry_run: flag("Answer the note that would be written, and write nothing")
})
export type AnnotateArguments = typeof AnnotateArguments.Type

/** What `annotate` did. */
export const AnnotateAnswer = Schema.Struct({
  $schema: Schema.Literal("ultragit-annotate/v1"),
  commit: Schema.String,
  /** Full notes ref. */
  ref: Schema.String,
  kind: Schema.Literals(["written", "unchanged", "dry-run"]),
  /** The regions that were given, as they were resolved. */
  regions: Schema.Array(Schema.Struct({ file: Schema.String, anchor: Anchor, lines: LineRange })),
  left_out: Schema.optionalKey(Schema.Array(Schema.String)),
  warnings: Schema.optionalKey(Schema.Array(Schema.String)),
  /** On a dry run: the note as it would be. */
  note: Schema.optionalKey(Schema.Record(Schema.String, Schema.Unknown))
})
export type AnnotateAnswer = typeof AnnotateAnswer.Type

export const annotateContract: Contract<typeof AnnotateArguments, typeof AnnotateAnswer> = {
  name: "ultragit_annotate",
  title: "Note why a commit is as it is",
  command: "ultragit annotate",
  description:
    "Leave the reasons for a commit where ultragit_read finds them later: intent, reasoning, constraints and risks of the code it changes, in the repository's git notes. Call it right after committing, while you still know why. Types, signatures and lines are derived from the commit; a note that is there already is merged with. Never put credentials into it.",
  input: AnnotateArguments,
  output: AnnotateAnswer,
  hints: { readOnly: false, idempotent: true, destructive: false }
}
