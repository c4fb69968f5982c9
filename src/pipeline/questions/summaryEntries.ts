import { DateTime, Option } from "effect"
import { type LineRange } from "../../domain/LineRange.ts"
import type { Unit } from "../../adapters/parser/Outline.ts"
import type { SummaryUnit } from "../answering/answers.ts"
import { withoutCopies } from "../answering/copies.ts"
import { collectDoubts, optionalTexts } from "../answering/entries.ts"
import { findFailedFilter, applyFilters, type Filterable } from "../answering/filters.ts"
import { enclosingRange, locateRegion } from "./matching.ts"
import { newestByUnit, newestFirst, type BlamedRegion } from "./newestRegions.ts"
import { type Question, scoreRegion } from "../answering/Question.ts"
import { type Scope } from "../subject/Scope.ts"

/** A unit with its newest region. */
export interface Entry extends Filterable {
  readonly unit: SummaryUnit
  /** Whether the unit is in the outline. False for regions of files without a grammar, or over a limit of parsing. */
  readonly outlined: boolean
  readonly confidence: number
}

const unitKey = ({ unit }: Entry): string => `${unit.lines.start} ${unit.lines.end} ${unit.anchor.name}`

/** Returns the units in scope: those of the anchor and the units nested in them, or all. */
export const unitsInScope = (scope: Scope): ReadonlyArray<Unit> =>
  scope.kind === "anchor"
    ? scope.outline.units.filter((unit) =>
        scope.units.some((queried) => queried.lines.start <= unit.lines.start && unit.lines.end <= queried.lines.end)
      )
    : scope.outline.units

const formatTime = (seconds: number): string =>
  DateTime.formatIso(DateTime.makeUnsafe(seconds * 1000)).replace(".000Z", "Z")

const makeEntry = (
  question: Question,
  file: string,
  lines: LineRange,
  blamed: BlamedRegion,
  shown: { readonly unit: Unit | undefined; readonly modified: number }
): Entry => {
  const { annotation, region } = blamed
  const state = locateRegion(region, shown.unit === undefined ? [] : [shown.unit], blamed.surviving).anchor
  const anchor =
    shown.unit === undefined
      ? region.ast_anchor
      : { type: shown.unit.type, name: shown.unit.name, signature: shown.unit.signature }
  const { risk_notes } = optionalTexts(region, question.verbose)
  const { confidence } = scoreRegion(question, { annotation, region }, blamed.written, state)
  return {
    unit: {
      file,
      anchor,
      lines,
      intent: region.intent,
      constraints: region.constraints,
      ...(risk_notes === undefined ? {} : { risk_notes }),
      ...collectDoubts(region),
      last_modified: formatTime(Math.max(shown.modified, blamed.written)),
      confidence
    },
    outlined: shown.unit !== undefined,
    annotation,
    region,
    written: blamed.written,
    confidence
  }
}

/** Makes the entries of units, and those of regions in files without an outline. */
export const makeEntries = (
  question: Question,
  file: string,
  scope: Scope,
  regions: ReadonlyArray<BlamedRegion>,
  modified: (lines: LineRange) => number
): ReadonlyArray<Entry> => {
  const byUnit = [...newestByUnit(regions, unitsInScope(scope), scope.outline.units)].map(([unit, each]) =>
    makeEntry(question, file, unit.lines, each, { unit, modified: modified(unit.lines) })
  )
  const surviving = regions.filter((each) => each.surviving.length > 0)
  const { failure: exceeded, language } = scope.outline
  const withoutUnit = Option.isNone(language) || exceeded !== undefined ? withoutCopies(surviving, newestFirst) : []
  const byLines = withoutUnit.flatMap((each) =>
    Option.match(enclosingRange(each.surviving), {
      onNone: () => [],
      onSome: (lines) => [makeEntry(question, file, lines, each, { unit: undefined, modified: modified(lines) })]
    })
  )
  return [...byUnit, ...byLines]
}

/**
 * Filters entries. All filters but confidence apply to regions, before the newest of each unit is chosen. Confidence applies
 * afterwards, since it depends on the unit.
 */
export const filterEntries = (
  question: Question,
  regions: ReadonlyArray<BlamedRegion>,
  entriesFrom: (regions: ReadonlyArray<BlamedRegion>) => ReadonlyArray<Entry>
) => {
  const { filters } = question
  const all = entriesFrom(regions)
  const filtered = applyFilters(filters, regions)
  const annotated = all.filter(({ outlined }) => outlined).length
  if (filtered.leftOut.length === 0) return { ...applyFilters(filters, all), annotated }
  const passing = entriesFrom(filtered.passed)
  const passingUnits = new Set(passing.map(unitKey))
  const leftOut = all
    .filter((entry) => !passingUnits.has(unitKey(entry)))
    .flatMap((entry) => findFailedFilter(filters, entry) ?? [])
  const confident = applyFilters(filters, passing)
  return { passed: confident.passed, leftOut: [...leftOut, ...confident.leftOut], annotated }
}
