import { assert, describe, it } from "@effect/vitest"
import { Option, Result } from "effect"
import { placeRegion } from "../../../src/writing/annotate/anchors.ts"
import type { Unit } from "../../../src/adapters/parser/Outline.ts"

const unit = (name: string, start: number, end: number): Unit => ({
  type: "function",
  name,
  signature: "",
  lines: { start, end }
})

const place = (query: Parameters<typeof placeRegion>[0], units: ReadonlyArray<Unit>) => {
  const outline = { language: Option.some("python"), units, partial: false }
  return placeRegion(query, { path: "a.py", length: 200_000, outline })
}

/** The name of the unit that lines belong to. */
const ownerOf = (start: number, end: number, units: ReadonlyArray<Unit>): string =>
  Result.getOrThrow(place({ lines: { start, end } }, units)).ast_anchor.name

describe("lines without a name", () => {
  it("belong to the unit that shares most of them, of several to the smallest, then the innermost", () => {
    const units = [unit("Pool", 1, 20), unit("Pool.open", 2, 9), unit("Pool.close", 10, 12), unit("close", 10, 12)]
    assert.strictEqual(ownerOf(3, 4, units), "Pool.open")
    assert.strictEqual(ownerOf(8, 11, units), "Pool")
    assert.strictEqual(ownerOf(10, 12, units), "close")
    assert.strictEqual(ownerOf(20, 24, units), "Pool")
    assert.strictEqual(ownerOf(21, 24, units), "lines 21-24")
  })

  it("are found in a file of any number of units", () => {
    const units = Array.from({ length: 150_000 }, (_, index) => unit(`f${index}`, index + 1, index + 1))
    assert.strictEqual(ownerOf(1, 150_000, units), "f149999")
  })
})

describe("an anchor", () => {
  it("means the unit of its type and signature where several have its name", () => {
    const units = [
      unit("size", 1, 2),
      { ...unit("size", 3, 4), signature: "size(of)" },
      { ...unit("size", 5, 6), type: "class" as const }
    ]
    const startOf = (anchor: { readonly type?: string; readonly signature?: string }): number | undefined =>
      Result.getOrUndefined(
        Result.map(place({ anchor: { name: "size", ...anchor } }, units), ({ lines }) => lines.start)
      )
    assert.strictEqual(startOf({}), undefined)
    assert.strictEqual(startOf({ type: "class" }), 5)
    assert.strictEqual(startOf({ type: "function", signature: "size(of)" }), 3)
    assert.strictEqual(startOf({ type: "function", signature: "" }), 1)
  })

  it("may name lines, as in notes about code outside of all units", () => {
    const placed = Result.getOrThrow(place({ anchor: { type: "lines", name: "lines 21-24" } }, [unit("Pool", 1, 20)]))
    assert.deepStrictEqual(placed, {
      ast_anchor: { type: "lines", name: "lines 21-24" },
      lines: { start: 21, end: 24 }
    })
  })
})
