import { canonicalJson } from "../../domain/Json.ts"
import type { LineRange } from "../../domain/LineRange.ts"
import type { DiffHunk } from "../../adapters/git/FileDiff.ts"
import { makeOwner } from "../../domain/RegionKey.ts"
import type { Unit } from "../../adapters/parser/Outline.ts"
import { anchorOfLines, anchorOfUnit, type Position, type SourceFile } from "./anchors.ts"

/** A place that a commit changed. */
export interface ChangedPlace extends Position {
  readonly file: string
  /** Number of changed lines. */
  readonly changed: number
}

/** Position for lines outside of all units. */
const outside = -1

/** Returns the position of the innermost unit for each line (index 0 unused). Units are sorted outer before inner. */
const innermostUnits = (units: ReadonlyArray<Unit>, length: number): Int32Array => {
  const owner = new Int32Array(length + 2).fill(outside)
  units.forEach(({ lines }, index) => owner.fill(index, lines.start, Math.min(lines.end, length) + 1))
  return owner
}

/** Returns the lines before and after a pure deletion, within the file. */
const linesAroundDeletion = ({ after }: DiffHunk, length: number): LineRange => ({
  start: Math.max(1, Math.min(after.start, length)),
  end: Math.max(1, Math.min(after.start + 1, length))
})

/** Finds the innermost unit with lines on both sides of a pure deletion. */
const unitAroundDeletion = (units: ReadonlyArray<Unit>, { after }: DiffHunk): number =>
  units.findLastIndex(({ lines }) => lines.start <= after.start && after.start < lines.end)

/** Counts changed lines by the position of their unit, and spans those outside of all units. */
class LineCounts {
  readonly counts = new Map<number, number>()
  span: LineRange | undefined

  add(owner: number, lines: LineRange, count: number): void {
    this.counts.set(owner, (this.counts.get(owner) ?? 0) + count)
    if (owner !== outside) return
    const { end, start } = this.span ?? lines
    this.span = { start: Math.min(start, lines.start), end: Math.max(end, lines.end) }
  }
}

const countLines = (
  hunks: ReadonlyArray<DiffHunk>,
  source: SourceFile,
  isBlank: (line: number) => boolean
): LineCounts => {
  const { units } = source.outline
  const owner = innermostUnits(units, source.length)
  const lineCounts = new LineCounts()
  for (const hunk of hunks) {
    if (hunk.after.count === 0)
      lineCounts.add(unitAroundDeletion(units, hunk), linesAroundDeletion(hunk, source.length), hunk.before.count)
    const end = Math.min(hunk.after.start + hunk.after.count - 1, source.length)
    for (let line = hunk.after.start; line <= end; line += 1) {
      if (!isBlank(line)) lineCounts.add(owner[line] ?? outside, { start: line, end: line }, 1)
    }
  }
  return lineCounts
}

/** Keeps the most changed of several units with the same name and signature, which are one region when notes are merged. */
const dropDuplicates = (places: ReadonlyArray<ChangedPlace>): ReadonlyArray<ChangedPlace> => {
  const best = new Map<string, ChangedPlace>()
  for (const place of places) {
    const { name, signature } = place.ast_anchor
    const key = canonicalJson(makeOwner(place.file, name, signature))
    const other = best.get(key)
    if (other === undefined || other.changed < place.changed) best.set(key, place)
  }
  return [...best.values()]
}

/** Returns for each line whether it is blank (index 0 unused). */
export const blankLines = (text: string): ReadonlyArray<boolean> => [
  true,
  ...text.split("\n").map((line) => line.trim() === "")
]

/**
 * Finds the units of a file that hunks change, apart from changes in nested units. A pure deletion counts for the unit around
 * it. Blank lines count only where nothing else changed. Changed lines outside of all units are one place, from the first
 * to the last of them.
 */
export const changedUnits = (
  hunks: ReadonlyArray<DiffHunk>,
  source: SourceFile,
  isBlank: (line: number) => boolean = () => false
): ReadonlyArray<ChangedPlace> => {
  if (source.length === 0) return []
  const nonBlank = countLines(hunks, source, isBlank)
  // Only blank lines changed.
  const { counts, span } = nonBlank.counts.size > 0 ? nonBlank : countLines(hunks, source, () => false)
  const file = source.path
  const places = [...counts].flatMap(([owner, changed]): ReadonlyArray<ChangedPlace> => {
    const unit = source.outline.units[owner]
    if (unit !== undefined) return [{ file, ast_anchor: anchorOfUnit(unit), lines: unit.lines, changed }]
    return span === undefined ? [] : [{ file, ast_anchor: anchorOfLines(span), lines: span, changed }]
  })
  return dropDuplicates(places)
}
