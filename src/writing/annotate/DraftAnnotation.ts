import { Schema } from "effect"
import { Concern, Constraint, ContextLevel, RelatedAnnotation, SemanticDependency } from "../../domain/Annotation.ts"
import { LineRange } from "../../domain/LineRange.ts"

/** What a writer says of one place; whatever else a region has is derived from the commit (spec writing §1). */
export const DraftRegion = Schema.Struct({
  file: Schema.NonEmptyString,
  /** Name as in a question, qualified or not. Type and signature choose among units of one name. */
  anchor: Schema.optionalKey(
    Schema.Struct({
      type: Schema.optionalKey(Schema.String),
      name: Schema.NonEmptyString,
      signature: Schema.optionalKey(Schema.String)
    })
  ),
  lines: Schema.optionalKey(LineRange),
  intent: Schema.NonEmptyString,
  reasoning: Schema.optionalKey(Schema.String),
  constraints: Schema.Array(Constraint),
  semantic_dependencies: Schema.Array(SemanticDependency),
  related_annotations: Schema.Array(RelatedAnnotation),
  tags: Schema.Array(Schema.String),
  risk_notes: Schema.optionalKey(Schema.String),
  /** As a note that was shown has it: the reason was given for several units at once. */
  spread: Schema.optionalKey(Schema.Literal(true))
})
export type DraftRegion = typeof DraftRegion.Type

/** What a writer says of a commit, its regions apart. */
export const DraftHead = Schema.Struct({
  task: Schema.optionalKey(Schema.String),
  summary: Schema.NonEmptyString,
  context_level: Schema.optionalKey(ContextLevel),
  cross_cutting: Schema.Array(Concern),
  /** On every region. */
  tags: Schema.Array(Schema.String)
})
export type DraftHead = typeof DraftHead.Type

/** A region with its number in what was given, counted from 1. */
export interface Numbered {
  readonly number: number
  readonly region: DraftRegion
}

/** Why one of the regions given is not used. */
export interface RegionProblem {
  readonly number: number
  readonly file: string | undefined
  /** A sentence. */
  readonly problem: string
}

/** A draft annotation as it was understood. */
export interface DraftAnnotation extends DraftHead {
  readonly regions: ReadonlyArray<Numbered>
  readonly refused: ReadonlyArray<RegionProblem>
  readonly warnings: ReadonlyArray<string>
}
