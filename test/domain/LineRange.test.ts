import { assert, describe, it } from "@effect/vitest"
import { Option, Schema } from "effect"
import {
  intersect,
  joinRanges,
  type LineRange,
  overlaps,
  parse,
  shift,
  size,
  subtract
} from "../../src/domain/LineRange.ts"

const Line = Schema.Int.pipe(Schema.check(Schema.isBetween({ minimum: 1, maximum: 200 })))
const rangeOf = (a: number, b: number): LineRange => ({ start: Math.min(a, b), end: Math.max(a, b) })
const linesOf = (range: LineRange): ReadonlyArray<number> =>
  Array.from({ length: size(range) }, (_, index) => range.start + index)

describe("line ranges", () => {
  it.each([
    ["42:67", 42, 67],
    ["42,67", 42, 67],
    ["42-67", 42, 67],
    ["7", 7, 7],
    [" 3 : 4 ", 3, 4]
  ])("reads %s", (text, start, end) => {
    assert.deepStrictEqual(parse(text), Option.some({ start, end }))
  })

  it.each(["", ":", "1:", ":2", "a:b", "1:2:3", "-1:2", "1.5:2", "1e3", "0x10", "12345678901", "1\n:2\0"])(
    "does not read %j",
    (text) => {
      assert.deepStrictEqual(parse(text), Option.none())
    }
  )

  it.prop("intersects in exactly the shared lines", [Line, Line, Line, Line], ([a, b, c, d]) => {
    const left = rangeOf(a, b)
    const right = rangeOf(c, d)
    const shared = linesOf(left).filter((line) => linesOf(right).includes(line))
    const found = Option.match(intersect(left, right), { onNone: () => [], onSome: linesOf })
    assert.deepStrictEqual(found, shared)
    assert.strictEqual(overlaps(left, right), shared.length > 0)
  })

  it.prop("joins into ranges that have each line once, and a gap between them", [Schema.Array(Line)], ([ends]) => {
    const ranges = ends.map((end) => rangeOf(end, end + (end % 7)))
    const joined = joinRanges(ranges)
    const lines = [...new Set(ranges.flatMap(linesOf))].toSorted((a, b) => a - b)
    assert.deepStrictEqual(joined.flatMap(linesOf), lines)
    assert.isTrue(joined.slice(1).every(({ start }, at) => start > (joined[at]?.end ?? 0) + 1))
  })

  it.prop("keeps the lines outside another range, in order", [Line, Line, Line, Line], ([a, b, c, d]) => {
    const [range, other] = [rangeOf(a, b), rangeOf(c, d)]
    const outside = linesOf(range).filter((line) => !linesOf(other).includes(line))
    assert.deepStrictEqual(subtract(range, other).flatMap(linesOf), outside)
  })

  it.prop(
    "keeps its size when shifted",
    [Line, Line, Line],
    ([a, b, by]) => size(shift(rangeOf(a, b), by)) === size(rangeOf(a, b))
  )
})
