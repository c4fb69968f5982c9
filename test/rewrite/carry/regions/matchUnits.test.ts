import { assert, describe, it } from "@effect/vitest"
import type { Region } from "../../../../src/domain/Annotation.ts"
import type { Unit } from "../../../../src/adapters/parser/Outline.ts"
import { atUnit, namesakes, nearest } from "../../../../src/rewrite/carry/regions/matchUnits.ts"

const region = (name: string, anchor: Partial<Region["ast_anchor"]> = {}): Region => ({
  file: "src/pool.ts",
  ast_anchor: { type: "function", name, ...anchor },
  lines: { start: 1, end: 1 },
  intent: "Why.",
  constraints: [],
  semantic_dependencies: [],
  related_annotations: [],
  tags: []
})

const unit = (name: string, start: number, more: Partial<Unit> = {}): Unit => ({
  type: "function",
  name,
  signature: `${name}()`,
  lines: { start, end: start + 4 },
  ...more
})

const starts = (units: ReadonlyArray<Unit>): ReadonlyArray<number> => units.map(({ lines }) => lines.start)

describe("the units that a region may be about", () => {
  const overloads = [
    unit("take", 1, { signature: "take(one: string)" }),
    unit("take", 11, { type: "method" }),
    unit("take", 21, { signature: "take(all: boolean)" }),
    unit("give", 31)
  ]

  it("have its name and, where one has it, its signature, else its type", () => {
    assert.deepStrictEqual(starts(namesakes(region("take", { signature: "take(all:  boolean)" }), overloads)), [21])
    assert.deepStrictEqual(starts(namesakes(region("take", { signature: "take(none)" }), overloads)), [1, 21])
    assert.deepStrictEqual(starts(namesakes(region("take", { type: "method" }), overloads)), [11])
    assert.deepStrictEqual(starts(namesakes(region("take", { type: "class" }), overloads)), [1, 11, 21])
    assert.deepStrictEqual(namesakes(region("lend"), overloads), [])
  })

  it("are none for a region about its file", () => {
    const named = [unit("pool.ts", 1), unit("src/pool.ts", 11), unit("all", 21)]
    assert.deepStrictEqual(namesakes(region("pool.ts"), named), [])
    assert.deepStrictEqual(namesakes(region("src/pool.ts"), named), [])
    assert.deepStrictEqual(namesakes(region("all", { type: "file" }), named), [])
  })
})

const pick = (start: number, units: ReadonlyArray<Unit>, of = region("take")) =>
  nearest(of, units, { start, end: start + 1 })?.lines.start

describe("the nearest unit", () => {
  it("is one that overlaps the lines, of several the one that starts nearest", () => {
    const nested = [unit("take", 1, { lines: { start: 1, end: 90 } }), unit("take", 40), unit("take", 51)]
    assert.strictEqual(pick(42, nested), 40)
    assert.strictEqual(pick(47, nested), 1)
  })

  it("is else the one with the fewest lines between, above or below", () => {
    const apart = [unit("take", 1), unit("take", 21)]
    assert.strictEqual(pick(9, apart), 1)
    assert.strictEqual(pick(17, apart), 21)
    assert.strictEqual(pick(60, apart), 21)
  })

  it("must overlap where its name is shorter, unless the signature says that it is meant", () => {
    const short = [unit("take", 1)]
    assert.isUndefined(pick(20, short, region("Pool.take")))
    assert.strictEqual(pick(2, short, region("Pool.take")), 1)
    assert.strictEqual(pick(20, short, region("Pool.take", { signature: "take()" })), 1)
    assert.strictEqual(pick(20, [unit("Pool.take", 1)]), 1)
  })
})

describe("a region moved to a unit", () => {
  it("takes its place, type and signature, and keeps its name and whether it had a signature", () => {
    const to = unit("Pool.take", 11, { type: "method" })
    const place = { file: "src/all.ts", lines: to.lines }
    assert.deepStrictEqual(atUnit(region("take"), "src/all.ts", to), {
      ...region("take", { type: "method" }),
      ...place
    })
    assert.deepStrictEqual(atUnit(region("take", { signature: "take(one)" }), "src/all.ts", to), {
      ...region("take", { type: "method", signature: "Pool.take()" }),
      ...place
    })
  })
})
