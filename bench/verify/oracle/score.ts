import type { Annotation, Region } from "../../../src/domain/Annotation.ts"
import type { LineRange } from "../../../src/domain/LineRange.ts"
import type { Unit } from "../../../src/adapters/parser/Outline.ts"
import { type Facts, timeOf } from "./facts.ts"
import { find } from "./names.ts"

const places = (value: number): number => Math.round(value * 1000) / 1000

const day = 86_400
const levels = { enhanced: 1, inferred: 0.5 }
const operations = { initial: 1, amend: 0.8, squash: 0.7 }

/** Confidence and its factors, to three places each (spec annotations §4). */
export const scoreOf = (facts: Facts, commit: string, annotation: Annotation, stability: number) => {
  const age = Math.max(0, facts.now - timeOf(facts, commit)) / day
  const recency = 0.5 ** (age / 180)
  const level = levels[annotation.context_level]
  const origin = operations[annotation.provenance.operation]
  return {
    confidence: places(0.4 * recency + 0.3 * level + 0.2 * stability + 0.1 * origin),
    confidence_factors: {
      recency: places(recency),
      context_level: level,
      anchor_stability: stability,
      provenance: origin
    }
  }
}

const signature = (text: string): string =>
  text
    .replace(/\s+/g, " ")
    .replace(/[ {;:]+$/, "")
    .trim()

const isSigned = (region: Region, unit: Unit): boolean =>
  region.ast_anchor.signature !== undefined && signature(region.ast_anchor.signature) === signature(unit.signature)

/** The units that a region's name means, without guessing. */
export const namesakes = (region: Region, units: ReadonlyArray<Unit>): ReadonlyArray<Unit> => {
  const found = find(
    region.ast_anchor.name,
    units.map((unit) => unit.name)
  )
  if (found === undefined || found.kind === "fuzzy") return []
  return units.filter((unit) => found.names.includes(unit.name))
}

const holds = (unit: Unit, lines: ReadonlyArray<number>): boolean =>
  lines.some((line) => unit.lines.start <= line && line <= unit.lines.end)

/** Of namesakes the one that still has lines of the region and its signature, its signature, its lines, the first. */
export const chosen = (
  region: Region,
  candidates: ReadonlyArray<Unit>,
  surviving: ReadonlyArray<number>
): Unit | undefined =>
  candidates.find((unit) => holds(unit, surviving) && isSigned(region, unit)) ??
  candidates.find((unit) => isSigned(region, unit)) ??
  candidates.find((unit) => holds(unit, surviving)) ??
  candidates[0]

/** Where a region's code is today and how far its anchor can be trusted; `surviving`: lines of today that are its own. */
export const standing = (
  region: Region,
  units: ReadonlyArray<Unit>,
  surviving: ReadonlyArray<number>
): { readonly lines: LineRange | undefined; readonly stability: number } => {
  const unit = chosen(region, namesakes(region, units), surviving)
  if (unit !== undefined) return { lines: unit.lines, stability: isSigned(region, unit) ? 1 : 0.7 }
  if (surviving.length === 0) return { lines: undefined, stability: 0.3 }
  return { lines: { start: Math.min(...surviving), end: Math.max(...surviving) }, stability: 0.4 }
}

/** What orders the entries of an answer. */
export interface Ranked {
  readonly confidence: number
  readonly written: number
  readonly file: string
  readonly line: number
  readonly commit: string
}

const byText = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1)

/** Confidence descending, then newer, then path and line; the commit where even these agree. */
export const byRank = (a: Ranked, b: Ranked): number => {
  if (a.confidence !== b.confidence) return b.confidence - a.confidence
  if (a.written !== b.written) return b.written - a.written
  return byText(a.file, b.file) || a.line - b.line || byText(a.commit, b.commit)
}
