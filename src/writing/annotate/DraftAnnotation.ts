import { Schema } from "effect"
import { Alternative } from "../../domain/Alternative.ts"
import { Concern, Constraint, ContextLevel, RelatedAnnotation, SemanticDependency } from "../../domain/Annotation.ts"
import { LineRange } from "../../domain/LineRange.ts"

/** A region as an author gives it. Its other fields are derived from the commit (spec writing §1). */
export const DraftRegion = Schema.Struct({
  file: Schema.NonEmptyString,
  /** Name, qualified or not. Type and signature choose among units with the same name. */
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
  alternatives: Schema.optionalKey(Schema.Array(Alternative)),
  /** From a note given back: the reason was given for several units at once. */
  spread: Schema.optionalKey(Schema.Literal(true))
})
export type DraftRegion = typeof DraftRegion.Type

/** A draft annotation without its regions. */
export const DraftHead = Schema.Struct({
  task: Schema.optionalKey(Schema.String),
  summary: Schema.NonEmptyString,
  context_level: Schema.optionalKey(ContextLevel),
  cross_cutting: Schema.Array(Concern),
  /** Tags for every region. */
  tags: Schema.Array(Schema.String)
})
export type DraftHead = typeof DraftHead.Type

/** A region with its number in the input, from 1. */
export interface NumberedRegion {
  readonly number: number
  readonly region: DraftRegion
}

/** Why a region of the input is not used. */
export interface RegionProblem {
  readonly number: number
  readonly file: string | undefined
  /** A sentence. */
  readonly problem: string
}

/** A decoded draft annotation. */
export interface DraftAnnotation extends DraftHead {
  readonly regions: ReadonlyArray<NumberedRegion>
  readonly refused: ReadonlyArray<RegionProblem>
  readonly warnings: ReadonlyArray<string>
}
