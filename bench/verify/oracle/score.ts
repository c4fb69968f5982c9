import type { Annotation, Region } from "../../../src/domain/Annotation.ts"
import type { LineRange } from "../../../src/domain/LineRange.ts"
import type { Unit } from "../../../src/adapters/parser/Outline.ts"
import { type Facts, timeOf } from "./facts.ts"
import { find } from "./names.ts"

const places = (value: number): number => Math.round(value * 1000) / 1000

const day = 86_400
const levels = { enhanced: 1, inferred: 0.5 }
const operations = { initial: 1, amend: 0.8, squash: 0.7, session: 0.7 }

/** Computes the confidence and its factors, with three decimals (spec annotations §4). */
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

/** Finds the units with a region's name, exactly or unqualified. */
export const findNamesakes = (region: Region, units: ReadonlyArray<Unit>): ReadonlyArray<Unit> => {
  const found = find(
    region.ast_anchor.name,
    units.map((unit) => unit.name)
  )
  if (found === undefined || found.kind === "fuzzy") return []
  return units.filter((unit) => found.names.includes(unit.name))
}

const holds = (unit: Unit, lines: ReadonlyArray<number>): boolean =>
  lines.some((line) => unit.lines.start <= line && line <= unit.lines.end)

/** Picks among units of one name: with surviving lines and the signature, with the signature, with lines, or the first. */
export const chosen = (
  region: Region,
  candidates: ReadonlyArray<Unit>,
  surviving: ReadonlyArray<number>
): Unit | undefined =>
  candidates.find((unit) => holds(unit, surviving) && isSigned(region, unit)) ??
  candidates.find((unit) => isSigned(region, unit)) ??
  candidates.find((unit) => holds(unit, surviving)) ??
  candidates[0]

/** Locates a region's code and rates its anchor. `surviving`: the current lines that come from the region. */
export const standing = (
  region: Region,
  units: ReadonlyArray<Unit>,
  surviving: ReadonlyArray<number>
): { readonly lines: LineRange | undefined; readonly stability: number } => {
  const unit = chosen(region, findNamesakes(region, units), surviving)
  if (unit !== undefined) return { lines: unit.lines, stability: isSigned(region, unit) ? 1 : 0.7 }
  if (surviving.length === 0) return { lines: undefined, stability: 0.3 }
  return { lines: { start: Math.min(...surviving), end: Math.max(...surviving) }, stability: 0.4 }
}

/** The sort keys of an entry. */
export interface Ranked {
  readonly confidence: number
  readonly written: number
  readonly file: string
  readonly line: number
  readonly commit: string
}

const byText = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1)

/** Compares by confidence, descending, then newest first, then by path, line and commit. */
export const byRank = (a: Ranked, b: Ranked): number => {
  if (a.confidence !== b.confidence) return b.confidence - a.confidence
  if (a.written !== b.written) return b.written - a.written
  return byText(a.file, b.file) || a.line - b.line || byText(a.commit, b.commit)
}
