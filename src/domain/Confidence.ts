import type { ContextLevel, Operation } from "./Annotation.ts"

/** Weights of the factors, and the age in days at which recency is one half. */
interface ConfidenceWeights {
  readonly recency: number
  readonly contextLevel: number
  readonly anchorStability: number
  readonly provenance: number
  readonly halfLifeDays: number
}

/** How much of a region's anchor still matches the code, best first. */
export type AnchorState = "signature" | "name" | "moved" | "lines" | "gone"

/** The four factors, each in [0, 1], and the multiplier of a flag if there is one. */
export interface ConfidenceFactors {
  readonly recency: number
  readonly context_level: number
  readonly anchor_stability: number
  readonly provenance: number
  readonly flagged?: number
}

export const defaultWeights: ConfidenceWeights = {
  recency: 0.4,
  contextLevel: 0.3,
  anchorStability: 0.2,
  provenance: 0.1,
  halfLifeDays: 180
}

const stability: Record<AnchorState, number> = { signature: 1, name: 0.7, moved: 0.6, lines: 0.4, gone: 0.3 }
const levels: Record<ContextLevel, number> = { enhanced: 1, inferred: 0.5 }
const operations: Record<Operation, number> = { initial: 1, amend: 0.8, squash: 0.7, session: 0.7 }
/** Level for a reason that an author gave for several units at once without naming one. */
const spreadLevel = 0.75
/** Multiplier for the confidence of a flagged region. */
const flagFactor = 0.5
const secondsPerDay = 86_400

const round = (value: number): number => Math.round(value * 1000) / 1000

/**
 * Computes the factors of spec annotations §4. `now` is the committer time of the commit in question, `written` the
 * author time of the annotated commit, both in seconds since 1970.
 */
export const computeFactors = (input: {
  readonly now: number
  readonly written: number
  readonly contextLevel: ContextLevel
  /** Whether the reason was given for several units at once. */
  readonly spread?: boolean
  readonly anchor: AnchorState
  readonly operation: Operation
  readonly flagged?: boolean
  readonly weights: ConfidenceWeights
}): ConfidenceFactors => {
  const days = Math.max(0, input.now - input.written) / secondsPerDay
  return {
    recency: 0.5 ** (days / input.weights.halfLifeDays),
    context_level: Math.min(levels[input.contextLevel], input.spread === true ? spreadLevel : 1),
    anchor_stability: stability[input.anchor],
    provenance: operations[input.operation],
    ...(input.flagged === true ? { flagged: flagFactor } : {})
  }
}

/** Rounds the factors to three decimal places, as answers show them. */
export const roundFactors = (found: ConfidenceFactors): ConfidenceFactors => ({
  ...found,
  recency: round(found.recency)
})

/** Computes the weighted mean of the four factors, lowered by a flag: in [0, 1], rounded to three decimal places. */
export const computeConfidence = (found: ConfidenceFactors, weights: ConfidenceWeights): number => {
  const total = weights.recency + weights.contextLevel + weights.anchorStability + weights.provenance
  if (total === 0) return 0
  const sum =
    weights.recency * found.recency +
    weights.contextLevel * found.context_level +
    weights.anchorStability * found.anchor_stability +
    weights.provenance * found.provenance
  return round((sum / total) * (found.flagged ?? 1))
}

/** Returns the upper bound of {@link computeConfidence} for an annotation of that age. It never grows with age. */
export const maxConfidence = (now: number, written: number, weights: ConfidenceWeights): number =>
  computeConfidence(
    computeFactors({ now, written, contextLevel: "enhanced", anchor: "signature", operation: "initial", weights }),
    weights
  )
