import type { Annotation, Region } from "../../domain/Annotation.ts"
import { type LineRange, size } from "../../domain/LineRange.ts"
import type { Unit } from "../../adapters/parser/Outline.ts"
import { containsLines, findUnitsByName, chooseUnit } from "./matching.ts"

/** A region of a commit that blame finds in the file. */
export interface BlamedRegion {
  readonly annotation: Annotation
  readonly region: Region
  /** Author time of the commit, in seconds. */
  readonly written: number
  /** Current lines that come from the commit and the file of the region. */
  readonly own: ReadonlyArray<LineRange>
  /** Current lines that come from the lines of the region. */
  readonly surviving: ReadonlyArray<LineRange>
}

/** Returns the innermost unit of each line, by line number from 1. */
const innermostByLine = (units: ReadonlyArray<Unit>): ReadonlyArray<Unit | undefined> => {
  const owners: Array<Unit | undefined> = []
  for (const unit of units.toSorted((a, b) => size(a.lines) - size(b.lines)).toReversed()) {
    for (let line = unit.lines.start; line <= unit.lines.end; line += 1) owners[line] = unit
  }
  return owners
}

/**
 * Finds the units of a region: the one with its name while lines of its commit are in it, or else the innermost units of its
 * surviving lines.
 */
const findUnits = (
  blamed: BlamedRegion,
  units: ReadonlyArray<Unit>,
  innermost: ReadonlyArray<Unit | undefined>
): ReadonlyArray<Unit> => {
  const candidates = findUnitsByName(blamed.region.ast_anchor.name, units).filter((unit) =>
    containsLines(unit, blamed.own)
  )
  const named = chooseUnit(blamed.region, candidates, blamed.surviving)
  if (named !== undefined) return [named]
  const found = new Set<Unit>()
  for (const { end, start } of blamed.surviving) {
    for (let line = start; line <= end; line += 1) {
      const unit = innermost[line]
      if (unit !== undefined) found.add(unit)
    }
  }
  return [...found]
}

/** Compares by author time, newest first, then by commit. */
export const newestFirst = (a: BlamedRegion, b: BlamedRegion): number =>
  b.written - a.written ||
  (a.annotation.commit === b.annotation.commit ? 0 : a.annotation.commit > b.annotation.commit ? -1 : 1)

/**
 * Returns the newest region of each annotated unit. The region of a unit around it, whose lines it shares, counts only where no other
 * is about it. `outline`: all units of the file.
 */
export const newestByUnit = (
  regions: ReadonlyArray<BlamedRegion>,
  units: ReadonlyArray<Unit>,
  outline: ReadonlyArray<Unit>
): ReadonlyMap<Unit, BlamedRegion> => {
  const newest = new Map<Unit, BlamedRegion>()
  const innermost = innermostByLine(units)
  const isOfOther = (each: BlamedRegion, unit: Unit): boolean => {
    const named = findUnitsByName(each.region.ast_anchor.name, outline).filter((other) =>
      containsLines(other, each.own)
    )
    return named.length > 0 && !named.includes(unit)
  }
  const isBetter = (a: BlamedRegion, b: BlamedRegion, unit: Unit): boolean => {
    const order = Number(isOfOther(a, unit)) - Number(isOfOther(b, unit))
    return order < 0 || (order === 0 && newestFirst(a, b) < 0)
  }
  for (const each of regions) {
    for (const unit of findUnits(each, units, innermost)) {
      const known = newest.get(unit)
      if (known === undefined || isBetter(each, known, unit)) newest.set(unit, each)
    }
  }
  return newest
}
