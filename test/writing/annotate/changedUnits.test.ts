import { assert, describe, it } from "@effect/vitest"
import { Option, Schema } from "effect"
import { changedUnits } from "../../../src/writing/annotate/changedUnits.ts"
import type { DiffHunk } from "../../../src/adapters/git/FileDiff.ts"
import type { Unit } from "../../../src/adapters/parser/Outline.ts"

const length = 12
const Line = Schema.Int.pipe(Schema.check(Schema.isBetween({ minimum: 1, maximum: length })))
const Range = Schema.Tuple([Line, Line])

/** Units that nest, outer before inner, each with a name of its own. */
const nested = (ranges: ReadonlyArray<readonly [number, number]>): ReadonlyArray<Unit> => {
  const found: Array<Unit> = []
  for (const [a, b] of ranges) {
    const lines = { start: Math.min(a, b), end: Math.max(a, b) }
    const crosses = found.some(
      (unit) =>
        unit.lines.start <= lines.end &&
        lines.start <= unit.lines.end &&
        !(unit.lines.start <= lines.start && lines.end <= unit.lines.end)
    )
    if (!crosses) found.push({ type: "function", name: `f${found.length}`, signature: "", lines })
  }
  return found
}

const hunksOf = (ranges: ReadonlyArray<readonly [number, number]>): ReadonlyArray<DiffHunk> =>
  ranges.map(([start, count]) => ({
    before: { start, count: 1 },
    after: { start, count: Math.min(count % 5, length - start + 1) }
  }))

const unitAt = (start: number, end: number): Unit => ({
  type: "function",
  name: "f",
  signature: "",
  lines: { start, end }
})

const added = (start: number, count: number): DiffHunk => ({ before: { start, count: 0 }, after: { start, count } })

const source = (units: ReadonlyArray<Unit>) => ({
  path: "a.ts",
  length,
  outline: { language: Option.some("typescript"), units, partial: false }
})

describe("the places that hunks change", () => {
  it.prop(
    "contain every changed line once, in the smallest unit around it",
    { units: Schema.Array(Range), hunks: Schema.Array(Range) },
    ({ hunks, units }) => {
      const outline = nested(units)
      const changed = hunksOf(hunks).filter(({ after }) => after.count > 0)
      const lines = changed.flatMap(({ after }) =>
        Array.from({ length: after.count }, (_, index) => after.start + index)
      )
      const places = changedUnits(changed, source(outline))
      const total = places.reduce((sum, place) => sum + place.changed, 0)
      assert.strictEqual(total, lines.length)
      for (const line of lines) {
        const around = outline.filter((unit) => unit.lines.start <= line && line <= unit.lines.end)
        const name = around.at(-1)?.name
        assert.isTrue(
          places.some(
            (place) =>
              place.lines.start <= line &&
              line <= place.lines.end &&
              (name === undefined ? place.ast_anchor.type === "lines" : place.ast_anchor.name === name)
          )
        )
      }
    }
  )

  it.prop(
    "are all within the file, deletions included",
    { units: Schema.Array(Range), hunks: Schema.Array(Range) },
    ({ hunks, units }) => {
      for (const { lines } of changedUnits(hunksOf(hunks), source(nested(units)))) {
        assert.isTrue(1 <= lines.start && lines.start <= lines.end && lines.end <= length)
      }
    }
  )

  it("are the lines before and after a deletion outside of all units", () => {
    const deleted = { before: { start: 5, count: 2 }, after: { start: 4, count: 0 } }
    assert.deepStrictEqual(
      changedUnits([deleted], source([])).map(({ lines }) => lines),
      [{ start: 4, end: 5 }]
    )
  })

  it("are one of units with the same name and signature: the one that changed most", () => {
    const [one, other] = [unitAt(1, 3), unitAt(4, 6)]
    const found = changedUnits([added(2, 1), added(4, 2)], source([one, other]))
    assert.deepStrictEqual(
      found.map(({ lines }) => lines),
      [other.lines]
    )
  })
})
