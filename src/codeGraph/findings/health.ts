import type { Severity } from "../../codeIndex/model/findings.ts"
import type { Finding } from "../model/answers.ts"

/** What a finding weighs. */
const weights: Readonly<Record<Severity, number>> = { critical: 10, high: 4, medium: 1, low: 0.25, info: 0 }

/** Weight per 1,000 lines at which half of the points are lost. */
const halfAt = 10

const maxScore = 100

const weigh = (findings: ReadonlyArray<Finding>): number =>
  findings.reduce((sum, { severity }) => sum + weights[severity], 0)

const scoreOf = (weight: number, lines: number): number => {
  const density = (weight * 1000) / Math.max(1000, lines)
  return maxScore / (1 + density / halfAt)
}

/** Rounds points to one decimal: less is noise. */
export const roundPoints = (points: number): number => Math.round(points * 10) / 10

/** What binary fractions may lack of a tenth. */
const epsilon = 1e-9

/** Rounds a score down to one decimal, so that it is 100 only where nothing was lost. */
export const roundScore = (score: number): number => Math.floor(score * 10 + epsilon) / 10

/** A score of code, and what it lost to each detector. */
export interface Health {
  /** 0 to 100; 100 without findings. */
  readonly score: number
  /** Points lost, by detector; their sum is what is missing to 100. */
  readonly lost: ReadonlyMap<string, number>
}

/**
 * Scores code by the weight of its findings per 1,000 lines. `findings`: of detectors that look at code, not at its history.
 * `lines`: of production code.
 */
export const measureHealth = (findings: ReadonlyArray<Finding>, lines: number): Health => {
  const weight = weigh(findings)
  const score = scoreOf(weight, lines)
  const lost = [...Map.groupBy(findings, ({ detector }) => detector)].map(
    ([detector, found]) => [detector, weight === 0 ? 0 : ((maxScore - score) * weigh(found)) / weight] as const
  )
  return { score, lost: new Map(lost) }
}
