import { Schema } from "effect"
import { Alternative } from "./Alternative.ts"
import { LineRange } from "./LineRange.ts"
import { AbbreviatedId, ObjectId } from "./ObjectId.ts"

/** Identifies a unit of code across edits. `name` is qualified: `MqttClient::connect`, `Pool.acquire`. */
export const Anchor = Schema.Struct({
  type: Schema.String,
  name: Schema.NonEmptyString,
  signature: Schema.optionalKey(Schema.String)
})
export type Anchor = typeof Anchor.Type

/** `enhanced`: the author gave the reason. `inferred`: deduced from the diff. */
export const ContextLevel = Schema.Literals(["enhanced", "inferred"])
export type ContextLevel = typeof ContextLevel.Type

/** A rule that the code must follow, and its source. */
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

const Timestamp = Schema.String.pipe(
  Schema.check(Schema.isPattern(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})$/))
)

/** Timestamps by field name, for fields not written at the note's own timestamp. */
export const FieldTimes = Schema.Record(Schema.String, Timestamp)
export type FieldTimes = typeof FieldTimes.Type

/** A warning that a region should no longer be trusted. */
export const Flag = Schema.Struct({ reason: Schema.String, author: Schema.String, timestamp: Timestamp })
export type Flag = typeof Flag.Type

/** The part of an annotation about one place in one file. `lines` are line numbers in the annotated commit. */
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
  risk_notes: Schema.optionalKey(Schema.String),
  /** Absent when empty. */
  alternatives: Schema.optionalKey(Schema.NonEmptyArray(Alternative)),
  /** The reason was given for several units at once without naming any of them. */
  spread: Schema.optionalKey(Schema.Literal(true)),
  /** Set if it differs from the note's level, as for a draft region in a note that an author completed. */
  context_level: Schema.optionalKey(ContextLevel),
  field_times: Schema.optionalKey(FieldTimes),
  /** Derived from the note's corrections when the note is decoded; never written. */
  flags: Schema.optionalKey(Schema.Array(Flag))
})
export type Region = typeof Region.Type

/** A concern that several regions share. Each entry of `regions` is `file:anchor`. */
export const Concern = Schema.Struct({
  description: Schema.String,
  regions: Schema.Array(Schema.String),
  nature: Schema.String
})
export type Concern = typeof Concern.Type

/**
 * How a note got to its commit: written for it, carried over by an amend or a squash, or quoted from the session of an
 * agent that made the commit.
 */
export const Operation = Schema.Literals(["initial", "amend", "squash", "session"])
export type Operation = typeof Operation.Type

/** How the note came to be attached to this commit. */
export const Provenance = Schema.Struct({
  operation: Operation,
  derived_from: Schema.Array(AbbreviatedId),
  original_annotations_preserved: Schema.Boolean,
  synthesis_notes: Schema.optionalKey(Schema.String)
})
export type Provenance = typeof Provenance.Type

/** A later change to one region; the original fields stay in the note. */
export const Correction = Schema.Struct({
  file: Schema.NonEmptyString,
  /** Name of the region's anchor. */
  anchor: Schema.NonEmptyString,
  action: Schema.Literals(["add", "remove", "set", "flag"]),
  /** The region's field that `add`, `remove` or `set` changes. */
  field: Schema.optionalKey(Schema.String),
  /** The value to add, remove or set; for a flag, its reason. */
  value: Schema.String,
  /** `Name <address>`. */
  author: Schema.String,
  timestamp: Timestamp
})
export type Correction = typeof Correction.Type

/** A value replaced by a newer one when two notes were merged. */
export const Superseded = Schema.Struct({
  /** The region; the note itself if both are absent. */
  file: Schema.optionalKey(Schema.String),
  anchor: Schema.optionalKey(Schema.String),
  /** Distinguishes overloads of one name. */
  signature: Schema.optionalKey(Schema.String),
  field: Schema.String,
  value: Schema.Json,
  /** For a reasoning: the intent written with it. */
  intent: Schema.optionalKey(Schema.String),
  /** The value was given for several units at once. */
  spread: Schema.optionalKey(Schema.Literal(true)),
  timestamp: Timestamp
})
export type Superseded = typeof Superseded.Type

/** The canonical document of spec annotations §1, as stored in a note. */
export const Annotation = Schema.Struct({
  $schema: Schema.Literal("ultragit/v1"),
  commit: ObjectId,
  timestamp: Timestamp,
  task: Schema.optionalKey(Schema.String),
  summary: Schema.String,
  context_level: ContextLevel,
  regions: Schema.Array(Region),
  cross_cutting: Schema.Array(Concern),
  provenance: Provenance,
  field_times: Schema.optionalKey(FieldTimes),
  corrections: Schema.optionalKey(Schema.Array(Correction)),
  superseded: Schema.optionalKey(Schema.Array(Superseded))
})
export type Annotation = typeof Annotation.Type

/** Returns a region's context level, falling back to its note's. */
export const contextLevelOf = (annotation: Pick<Annotation, "context_level">, region: Region): ContextLevel =>
  region.context_level ?? annotation.context_level

/** Returns `enhanced` if either level is: an author's statement stays one even if it was also inferred. */
export const strongerContextLevel = (a: ContextLevel, b: ContextLevel): ContextLevel =>
  a === "enhanced" || b === "enhanced" ? "enhanced" : "inferred"
