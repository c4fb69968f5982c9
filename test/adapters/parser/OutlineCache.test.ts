import { assert, describe, it } from "@effect/vitest"
import { Option } from "effect"
import type { Outline } from "../../../src/adapters/parser/Outline.ts"
import { OutlineCache } from "../../../src/adapters/parser/OutlineCache.ts"

const outline = (units: number): Outline => ({
  language: Option.some("go"),
  partial: false,
  units: Array.from({ length: units }, (_, n) => ({
    type: "function" as const,
    name: `f${n}`,
    signature: `func f${n}()`,
    lines: { start: n + 1, end: n + 1 }
  }))
})

const text = (value: string): Uint8Array => new TextEncoder().encode(value)

describe("OutlineCache", () => {
  it("keeps as many outlines as it may, those used last", () => {
    const cache = new OutlineCache({ entries: 2, bytes: 1_000_000 })
    cache.set("a", outline(1))
    cache.set("b", outline(1))
    assert.isDefined(cache.get("a"))
    cache.set("c", outline(1))
    assert.deepStrictEqual(
      ["a", "b", "c"].map((key) => cache.get(key) !== undefined),
      [true, false, true]
    )
  })

  it("keeps no more bytes than it may, and not one outline that is larger", () => {
    const cache = new OutlineCache({ entries: 100, bytes: 50_000 })
    for (let n = 0; n < 50; n += 1) cache.set(`${n}`, outline(20))
    assert.isAbove(cache.size, 5)
    assert.isBelow(cache.size, 20)
    cache.set("huge", outline(10_000))
    assert.isUndefined(cache.get("huge"))
    cache.set("small", outline(1))
    assert.isDefined(cache.get("small"))
  })

  it("counts an outline that replaces another once", () => {
    const cache = new OutlineCache({ entries: 100, bytes: 20_000 })
    for (let n = 0; n < 100; n += 1) cache.set("same", outline(20))
    cache.set("other", outline(20))
    assert.isDefined(cache.get("same"))
    assert.isDefined(cache.get("other"))
  })

  it("distinguishes contents and languages", () => {
    const keys = [
      OutlineCache.key("go", text("a")),
      OutlineCache.key("go", text("b")),
      OutlineCache.key("rust", text("a"))
    ]
    assert.strictEqual(new Set(keys).size, 3)
    assert.strictEqual(OutlineCache.key("go", text("a")), keys[0])
  })
})
