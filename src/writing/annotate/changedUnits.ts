import { canonicalJson } from "../../domain/Json.ts"
import type { LineRange } from "../../domain/LineRange.ts"
import type { DiffHunk } from "../../adapters/git/FileDiff.ts"
import { makeOwner } from "../../domain/RegionKey.ts"
import type { Unit } from "../../adapters/parser/Outline.ts"
import { anchorOfLines, anchorOfUnit, type Placement, type SourceFile } from "./anchors.ts"

/** A place that a commit changed, and how many lines of it. */
export interface ChangedPlace extends Placement {
  readonly file: string
  readonly changed: number
}

/** No unit around it. */
const outside = -1

/** The innermost unit of each line (index 0 unused), by its position; outer units come before inner ones. */
const owners = (units: ReadonlyArray<Unit>, length: number): Int32Array => {
  const owner = new Int32Array(length + 2).fill(outside)
  units.forEach(({ lines }, index) => owner.fill(index, lines.start, Math.min(lines.end, length) + 1))
  return owner
}

/** Where lines were taken away and nothing put in their place: the lines before and after, within the file. */
const gap = ({ after }: DiffHunk, length: number): LineRange => ({
  start: Math.max(1, Math.min(after.start, length)),
  end: Math.max(1, Math.min(after.start + 1, length))
})

/** The unit around a gap: the innermost that has lines on both sides of it. */
const ownerOfGap = (units: ReadonlyArray<Unit>, { after }: DiffHunk): number =>
  units.findLastIndex(({ lines }) => lines.start <= after.start && after.start < lines.end)

/** Counts lines by the position of their unit; what is outside of all is a span of lines. */
class Tally {
  readonly counts = new Map<number, number>()
  span: LineRange | undefined

  add(owner: number, lines: LineRange, count: number): void {
    this.counts.set(owner, (this.counts.get(owner) ?? 0) + count)
    if (owner !== outside) return
    const { end, start } = this.span ?? lines
    this.span = { start: Math.min(start, lines.start), end: Math.max(end, lines.end) }
  }
}

const tallied = (hunks: ReadonlyArray<DiffHunk>, source: SourceFile, isBlank: (line: number) => boolean): Tally => {
  const { units } = source.outline
  const owner = owners(units, source.length)
  const tally = new Tally()
  for (const hunk of hunks) {
    if (hunk.after.count === 0) tally.add(ownerOfGap(units, hunk), gap(hunk, source.length), hunk.before.count)
    const end = Math.min(hunk.after.start + hunk.after.count - 1, source.length)
    for (let line = hunk.after.start; line <= end; line += 1) {
      if (!isBlank(line)) tally.add(owner[line] ?? outside, { start: line, end: line }, 1)
    }
  }
  return tally
}

/** Of units with one name and signature only the one that changed most: they are one region to whoever merges notes. */
const oncePerRegion = (places: ReadonlyArray<ChangedPlace>): ReadonlyArray<ChangedPlace> => {
  const best = new Map<string, ChangedPlace>()
  for (const place of places) {
    const { name, signature } = place.ast_anchor
    const key = canonicalJson(makeOwner(place.file, name, signature))
    const other = best.get(key)
    if (other === undefined || other.changed < place.changed) best.set(key, place)
  }
  return [...best.values()]
}

/** Whether a line has nothing but white space, for each line of a text (index 0 unused). */
export const blankLines = (text: string): ReadonlyArray<boolean> => [
  true,
  ...text.split("\n").map((line) => line.trim() === "")
]

/**
 * The units of a file that hunks change: those whose own lines, not only those of units within, are changed; a pure
 * deletion counts for the unit around it, a blank line for none beside others. Changed lines outside of all units are one place, from
 * the first to the last of them.
 */
export const changedUnits = (
  hunks: ReadonlyArray<DiffHunk>,
  source: SourceFile,
  isBlank: (line: number) => boolean = () => false
): ReadonlyArray<ChangedPlace> => {
  if (source.length === 0) return []
  const written = tallied(hunks, source, isBlank)
  // Where nothing but blank lines changed, they are what the commit is about.
  const { counts, span } = written.counts.size > 0 ? written : tallied(hunks, source, () => false)
  const file = source.path
  const places = [...counts].flatMap(([owner, changed]): ReadonlyArray<ChangedPlace> => {
    const unit = source.outline.units[owner]
    if (unit !== undefined) return [{ file, ast_anchor: anchorOfUnit(unit), lines: unit.lines, changed }]
    return span === undefined ? [] : [{ file, ast_anchor: anchorOfLines(span), lines: span, changed }]
  })
  return oncePerRegion(places)
}
