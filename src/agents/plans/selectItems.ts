import { Option } from "effect"
import { intersect, type LineRange, overlaps, size } from "../../domain/LineRange.ts"
import { alignLines } from "./alignLines.ts"
import type { Plan, PlanItem } from "./Plan.ts"

/** A place in the file that a plan was made from. */
interface Spot {
  readonly lines: LineRange
  /** The innermost unit around it. */
  readonly unit: number | undefined
}

/** Lines that are read or changed; `isBetween`: lines are added between these two. */
export interface EditedRange extends LineRange {
  readonly isBetween?: true
}

/** What a plan says of a change. */
export interface Selection {
  readonly items: ReadonlyArray<PlanItem>
  /** Names of the units that are changed, in source order. */
  readonly units: ReadonlyArray<string>
  /** What refers to units whose head is changed. */
  readonly callers: ReadonlyArray<string>
}

const contains = (outer: LineRange, inner: LineRange): boolean => outer.start <= inner.start && inner.end <= outer.end

/** Finds the innermost unit that contains a range. */
const findUnit = ({ units }: Plan, lines: LineRange): number | undefined => {
  let found: number | undefined
  let smallest = Number.POSITIVE_INFINITY
  for (const [index, unit] of units.entries()) {
    if (contains(unit.lines, lines) && size(unit.lines) <= smallest) {
      found = index
      smallest = size(unit.lines)
    }
  }
  return found
}

/** Locates current lines in the plan's file. A line that it did not have is between its neighbors. */
const locate = (
  map: ReadonlyArray<number>,
  lengthBefore: number,
  { end, start }: LineRange
): ReadonlyArray<LineRange> => {
  const found: Array<LineRange> = []
  for (let line = start; line <= Math.min(end, map.length); line += 1) {
    const earlier = map[line - 1] ?? 0
    const last = found.at(-1)
    if (earlier > 0 && last !== undefined && last.end === earlier - 1)
      found[found.length - 1] = { ...last, end: earlier }
    else if (earlier > 0) found.push({ start: earlier, end: earlier })
  }
  if (found.length > 0) return found
  const above = map.slice(0, start - 1).findLast((earlier) => earlier > 0) ?? 1
  const below = map.slice(end).find((earlier) => earlier > 0) ?? lengthBefore
  return above <= below ? [{ start: above, end: below }] : []
}

/** Joins ranges into one from the first to the last line. */
const joinRanges = (ranges: ReadonlyArray<LineRange>): ReadonlyArray<LineRange> => {
  const [first] = ranges
  const last = ranges.at(-1)
  return first === undefined || last === undefined ? [] : [{ start: first.start, end: last.end }]
}

/** Cuts lines into the spots of innermost units. */
const cutByUnits = (plan: Plan, ranges: ReadonlyArray<LineRange>): ReadonlyArray<Spot> =>
  ranges.flatMap((range) => {
    const whole = findUnit(plan, range)
    const inner = plan.units.flatMap(({ lines }, index) =>
      index !== whole && overlaps(lines, range) && (whole === undefined || index > whole) ? [index] : []
    )
    if (inner.length === 0) return [{ lines: range, unit: whole }]
    const spots = inner.map((unit): Spot => ({ lines: plan.units[unit]?.lines ?? range, unit }))
    const isCovered = inner.some((unit) => contains(plan.units[unit]?.lines ?? range, range))
    return isCovered ? spots : [{ lines: range, unit: whole }, ...spots]
  })

const countShared = (ranges: ReadonlyArray<LineRange>, lines: LineRange): number =>
  ranges.reduce((sum, range) => sum + Option.match(intersect(range, lines), { onNone: () => 0, onSome: size }), 0)

const isAbout = (plan: Plan, item: PlanItem, spots: ReadonlyArray<Spot>): boolean =>
  spots.some(({ lines, unit }) => {
    if (item.unit === undefined) return countShared(item.lines, lines) > 0
    const own = plan.units[item.unit]?.lines
    return item.unit === unit || (own !== undefined && contains(own, lines))
  })

/**
 * Selects what a plan says of some lines of the file as it is now, other than what its history does. A range of the whole
 * file selects everything.
 *
 * @param isChange whether the lines change, so that callers of units whose heads are among them are named
 */
export const selectItems = (
  plan: Plan,
  lineHashes: ReadonlyArray<number>,
  ranges: ReadonlyArray<EditedRange>,
  isChange: boolean
): Selection => {
  const map = alignLines(plan.lineHashes, lineHashes)
  const toEarlier = (range: LineRange) => locate(map, plan.lineHashes.length, range)
  const spots = ranges.flatMap((range) =>
    range.isBetween === true
      ? joinRanges(toEarlier(range)).map((lines): Spot => ({ lines, unit: findUnit(plan, lines) }))
      : cutByUnits(plan, toEarlier(range))
  )
  const changed = isChange ? ranges.filter(({ isBetween }) => isBetween !== true).flatMap(toEarlier) : []
  const touched = new Set(spots.flatMap(({ unit }) => (unit === undefined ? [] : [unit])))
  return {
    items: plan.items.filter((item) => item.history === undefined && isAbout(plan, item, spots)),
    units: plan.units.filter((_, index) => touched.has(index)).map(({ name }) => name),
    callers: plan.units.flatMap(({ callers, head }) =>
      callers !== undefined && changed.some((range) => overlaps(range, head)) ? [callers] : []
    )
  }
}
