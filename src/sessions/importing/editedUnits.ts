import type { DiffHunk } from "../../adapters/git/FileDiff.ts"
import type { Unit } from "../../adapters/parser/Outline.ts"
import { anchorOfLines, anchorOfUnit, type Position, type SourceFile } from "../../writing/annotate/anchors.ts"
import { toKey } from "../matching/lines.ts"
import { makeTopic, type Topic } from "../quoting/words.ts"

/** A unit that an edit changed, as it is in the commit. */
export interface EditedUnit extends Position {
  /** Number of the edit's lines in it. */
  readonly changed: number
  readonly topic: Topic
}

/** Finds the innermost unit around a line. */
const findUnit = (units: ReadonlyArray<Unit>, line: number): Unit | undefined =>
  units.findLast(({ lines }) => lines.start <= line && line <= lines.end)

const linesAfter = ({ after }: DiffHunk): ReadonlyArray<number> =>
  Array.from({ length: after.count }, (_, index) => after.start + index)

/**
 * Finds the units of a file in a commit that have lines of an edit, most lines first. Lines outside of all units are one
 * place. `keys`: the edit's lines; `content`: the file in the commit.
 */
export const findEditedUnits = (
  source: SourceFile,
  content: Uint8Array,
  hunks: ReadonlyArray<DiffHunk>,
  keys: ReadonlySet<string>
): ReadonlyArray<EditedUnit> => {
  const texts = new TextDecoder().decode(content).split("\n")
  const edits = hunks.flatMap(linesAfter).filter((line) => keys.has(toKey(texts[line - 1] ?? "")))
  return [...Map.groupBy(edits, (line) => findUnit(source.outline.units, line))]
    .map(([unit, lines]): EditedUnit => {
      const span = { start: lines.reduce((a, b) => Math.min(a, b)), end: lines.reduce((a, b) => Math.max(a, b)) }
      const edited = lines.map((line) => texts[line - 1] ?? "")
      const position =
        unit === undefined
          ? { ast_anchor: anchorOfLines(span), lines: span }
          : { ast_anchor: anchorOfUnit(unit), lines: unit.lines }
      return { ...position, changed: lines.length, topic: makeTopic([position.ast_anchor.name, ...edited]) }
    })
    .toSorted((a, b) => b.changed - a.changed)
}
