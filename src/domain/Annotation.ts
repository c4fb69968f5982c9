import { Schema } from "effect"
import { LineRange } from "./LineRange.ts"
import { AbbreviatedId, ObjectId } from "./ObjectId.ts"

/** The name by which a place in a file is found again. `name` is qualified: `MqttClient::connect`, `Pool.acquire`. */
export const Anchor = Schema.Struct({
  type: Schema.String,
  name: Schema.NonEmptyString,
  signature: Schema.optionalKey(Schema.String)
})
export type Anchor = typeof Anchor.Type

/** `enhanced`: the author said why. `inferred`: deduced from the diff. */
export const ContextLevel = Schema.Literals(["enhanced", "inferred"])
export type ContextLevel = typeof ContextLevel.Type

/** A rule the code must keep, and who says so. */
export const Constraint = Schema.Struct({
  text: Schema.String,
  source: Schema.Literals(["author", "inferred"])
})
export type Constraint = typeof Constraint.Type

/** What this code assumes about other code. */
export const SemanticDependency = Schema.Struct({
  file: Schema.String,
  anchor: Schema.String,
  nature: Schema.String
})
export type SemanticDependency = typeof SemanticDependency.Type

/** A pointer to a region of another commit's annotation. `commit` may be abbreviated. */
export const RelatedAnnotation = Schema.Struct({
  commit: AbbreviatedId,
  anchor: Schema.String,
  relationship: Schema.String
})
export type RelatedAnnotation = typeof RelatedAnnotation.Type

/** The part of an annotation that speaks of one place in one file; `lines` are those of the annotated commit. */
export const Region = Schema.Struct({
  file: Schema.NonEmptyString,
  ast_anchor: Anchor,
  lines: LineRange,
  intent: Schema.NonEmptyString,
  reasoning: Schema.optionalKey(Schema.String),
  constraints: Schema.Array(Constraint),
  semantic_dependencies: Schema.Array(SemanticDependency),
  related_annotations: Schema.Array(RelatedAnnotation),
  tags: Schema.Array(Schema.String),
  risk_notes: Schema.optionalKey(Schema.String)
})
export type Region = typeof Region.Type

/** One matter that several regions share; each of `regions` is `file:anchor`. */
export const Concern = Schema.Struct({
  description: Schema.String,
  regions: Schema.Array(Schema.String),
  nature: Schema.String
})
export type Concern = typeof Concern.Type

export const Operation = Schema.Literals(["initial", "amend", "squash"])
export type Operation = typeof Operation.Type

/** How the note came to hang on this commit. */
export const Provenance = Schema.Struct({
  operation: Operation,
  derived_from: Schema.Array(AbbreviatedId),
  original_annotations_preserved: Schema.Boolean,
  synthesis_notes: Schema.optionalKey(Schema.String)
})
export type Provenance = typeof Provenance.Type

/** The canonical document of spec annotations §1, as written. */
export const Annotation = Schema.Struct({
  $schema: Schema.Literal("ultragit/v1"),
  commit: ObjectId,
  timestamp: Schema.String.pipe(
    Schema.check(Schema.isPattern(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})$/))
  ),
  task: Schema.optionalKey(Schema.String),
  summary: Schema.String,
  context_level: ContextLevel,
  regions: Schema.Array(Region),
  cross_cutting: Schema.Array(Concern),
  provenance: Provenance
})
export type Annotation = typeof Annotation.Type
