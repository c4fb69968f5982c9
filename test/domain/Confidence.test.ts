import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import {
  type AnchorState,
  computeConfidence,
  defaultWeights,
  computeFactors,
  roundFactors
} from "../../src/domain/Confidence.ts"

const day = 86_400
const at = (days: number, anchor: AnchorState = "signature") =>
  computeFactors({
    now: days * day,
    written: 0,
    contextLevel: "enhanced",
    anchor,
    operation: "initial",
    weights: defaultWeights
  })
const Days = Schema.Int.pipe(Schema.check(Schema.isBetween({ minimum: 0, maximum: 20_000 })))
const Time = Schema.Int.pipe(Schema.check(Schema.isBetween({ minimum: -4_000_000_000, maximum: 4_000_000_000 })))
const States = Schema.Literals(["signature", "name", "lines", "gone"])
const Levels = Schema.Literals(["enhanced", "inferred"])
const Operations = Schema.Literals(["initial", "amend", "squash"])

describe("confidence", () => {
  it("is one for a fresh, explained, unmoved, original annotation", () => {
    assert.strictEqual(computeConfidence(at(0), defaultWeights), 1)
  })

  it("halves recency every 180 days", () => {
    assert.strictEqual(at(180).recency, 0.5)
    assert.strictEqual(at(360).recency, 0.25)
  })

  it("never counts an annotation from the future as more than fresh", () => {
    assert.strictEqual(at(-30).recency, 1)
  })

  it.each([
    ["signature", 1],
    ["name", 0.7],
    ["lines", 0.4],
    ["gone", 0.3]
  ] as const)("rates an anchor of which the %s is left %d", (state, expected) => {
    assert.strictEqual(at(0, state).anchor_stability, expected)
  })

  it("weighs the four factors 0.4, 0.3, 0.2 and 0.1", () => {
    const found = { recency: 0.5, context_level: 0.5, anchor_stability: 0.4, provenance: 0.7 }
    assert.strictEqual(computeConfidence(found, defaultWeights), 0.5)
  })

  it("rounds once, at the end: what is shown of recency does not change it", () => {
    for (let days = 0; days < 2_000; days += 1) {
      assert.approximately(computeConfidence(at(days), defaultWeights), 0.4 * 0.5 ** (days / 180) + 0.6, 0.000_500_001)
      assert.strictEqual(roundFactors(at(days)).recency, Math.round(at(days).recency * 1000) / 1000)
    }
  })

  it.prop(
    "stays within 0 and 1",
    [Time, Time, States, Levels, Operations],
    ([now, written, anchor, level, operation]) => {
      const found = computeFactors({ now, written, contextLevel: level, anchor, operation, weights: defaultWeights })
      const value = computeConfidence(found, defaultWeights)
      return value >= 0 && value <= 1
    }
  )

  it.prop(
    "never grows with age",
    [Days, Days],
    ([a, b]) =>
      computeConfidence(at(Math.max(a, b)), defaultWeights) <= computeConfidence(at(Math.min(a, b)), defaultWeights)
  )
})
