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

const Timestamp = Schema.String.pipe(
  Schema.check(Schema.isPattern(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})$/))
)

/** When fields were written, by name, where that is not the note's own timestamp. */
export const FieldTimes = Schema.Record(Schema.String, Timestamp)
export type FieldTimes = typeof FieldTimes.Type

/** Somebody says that a region is no longer to be trusted. */
export const Flag = Schema.Struct({ reason: Schema.String, author: Schema.String, timestamp: Timestamp })
export type Flag = typeof Flag.Type

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
  risk_notes: Schema.optionalKey(Schema.String),
  /** The reason was given for several units at once, and for none of them by name. */
  spread: Schema.optionalKey(Schema.Literal(true)),
  /** Where it is not the note's own: a draft's region in a note that an author went on with. */
  context_level: Schema.optionalKey(ContextLevel),
  field_times: Schema.optionalKey(FieldTimes),
  /** Made from the note's corrections when it is decoded; never written. */
  flags: Schema.optionalKey(Schema.Array(Flag))
})
export type Region = typeof Region.Type

/** One matter that several regions share; each of `regions` is `file:anchor`. */
export const Concern = Schema.Struct({
  description: Schema.String,
  regions: Schema.Array(Schema.String),
  nature: Schema.String
})
export type Concern = typeof Concern.Type

/** What brought a note to its commit: it was made for it, or came along when a commit was amended or commits squashed. */
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

/** What somebody said later of one region; the original stays as it was. */
export const Correction = Schema.Struct({
  file: Schema.NonEmptyString,
  /** Name of the region's anchor. */
  anchor: Schema.NonEmptyString,
  action: Schema.Literals(["add", "remove", "set", "flag"]),
  /** Field of the region that `add`, `remove` and `set` speak of. */
  field: Schema.optionalKey(Schema.String),
  /** What is added, removed or set; the reason of a flag. */
  value: Schema.String,
  /** `Name <address>`. */
  author: Schema.String,
  timestamp: Timestamp
})
export type Correction = typeof Correction.Type

/** A text that a newer one took the place of when two notes were merged. */
export const Superseded = Schema.Struct({
  /** The region; without both: the note itself. */
  file: Schema.optionalKey(Schema.String),
  anchor: Schema.optionalKey(Schema.String),
  /** Tells overloads of one name apart. */
  signature: Schema.optionalKey(Schema.String),
  field: Schema.String,
  value: Schema.Json,
  /** Of a reasoning: the intent that was given with it. */
  intent: Schema.optionalKey(Schema.String),
  /** It was given for several units at once. */
  spread: Schema.optionalKey(Schema.Literal(true)),
  timestamp: Timestamp
})
export type Superseded = typeof Superseded.Type

/** The canonical document of spec annotations §1, as written. */
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

/** Who says what a region says: its own level, else its note's. */
export const contextLevelOf = (annotation: Pick<Annotation, "context_level">, region: Region): ContextLevel =>
  region.context_level ?? annotation.context_level

/** The better founded of two levels: what an author says is not less true for having been deduced as well. */
export const strongerContextLevel = (a: ContextLevel, b: ContextLevel): ContextLevel =>
  a === "enhanced" || b === "enhanced" ? "enhanced" : "inferred"
