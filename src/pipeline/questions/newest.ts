import type { Annotation, Region } from "../../domain/Annotation.ts"
import { type LineRange, size } from "../../domain/LineRange.ts"
import type { Unit } from "../../adapters/parser/Outline.ts"
import { holds, namesakes, ownUnit } from "./matching.ts"

/** A region of a commit that blame names for the file. */
export interface Told {
  readonly annotation: Annotation
  readonly region: Region
  readonly written: number
  /** Lines now that come from the commit and the region's file. */
  readonly own: ReadonlyArray<LineRange>
  /** Those that come from within the region. */
  readonly surviving: ReadonlyArray<LineRange>
}

/** For each line of a file, counted from 1, the innermost of the units that hold it. */
const innermostByLine = (units: ReadonlyArray<Unit>): ReadonlyArray<Unit | undefined> => {
  const owners: Array<Unit | undefined> = []
  for (const unit of units.toSorted((a, b) => size(a.lines) - size(b.lines)).toReversed()) {
    for (let line = unit.lines.start; line <= unit.lines.end; line += 1) owners[line] = unit
  }
  return owners
}

/**
 * The units a region speaks of: its namesake while lines of its commit are in it, else the innermost ones that hold
 * what survives of it.
 */
const unitsOf = (
  told: Told,
  units: ReadonlyArray<Unit>,
  innermost: ReadonlyArray<Unit | undefined>
): ReadonlyArray<Unit> => {
  const candidates = namesakes(told.region.ast_anchor.name, units).filter((unit) => holds(unit, told.own))
  const named = ownUnit(told.region, candidates, told.surviving)
  if (named !== undefined) return [named]
  const found = new Set<Unit>()
  for (const { end, start } of told.surviving) {
    for (let line = start; line <= end; line += 1) {
      const unit = innermost[line]
      if (unit !== undefined) found.add(unit)
    }
  }
  return [...found]
}

/** Newest first, by author time, then by commit. */
export const newestFirst = (a: Told, b: Told): number =>
  b.written - a.written ||
  (a.annotation.commit === b.annotation.commit ? 0 : a.annotation.commit > b.annotation.commit ? -1 : 1)

const newer = (a: Told, b: Told | undefined): boolean => b === undefined || newestFirst(a, b) < 0

/** For each unit that a region speaks of, the newest region that does. */
export const newestByUnit = (told: ReadonlyArray<Told>, units: ReadonlyArray<Unit>): ReadonlyMap<Unit, Told> => {
  const newest = new Map<Unit, Told>()
  const innermost = innermostByLine(units)
  for (const each of told) {
    for (const unit of unitsOf(each, units, innermost)) {
      if (newer(each, newest.get(unit))) newest.set(unit, each)
    }
  }
  return newest
}
