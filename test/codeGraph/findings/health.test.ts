import { assert, describe, it } from "@effect/vitest"
import { measureHealth, roundScore } from "../../../src/codeGraph/findings/health.ts"
import type { Finding } from "../../../src/codeGraph/model/answers.ts"

const finding = (detector: string, severity: Finding["severity"]): Finding => ({
  id: `${detector} ${severity}`,
  detector,
  severity,
  category: "design",
  title: "Title.",
  file: "a.ts",
  line_start: 1,
  line_end: 2,
  why_it_matters: "Why.",
  confidence: 0.9
})

const scoreOf = (lines: number, ...findings: ReadonlyArray<Finding>): number => measureHealth(findings, lines).score

describe("the health score", () => {
  it("is 100 without findings, and where they are all for information", () => {
    assert.strictEqual(scoreOf(5000), 100)
    assert.strictEqual(scoreOf(5000, finding("a", "info")), 100)
  })

  it("falls with the weight of findings per line, not with the size of the project", () => {
    assert.isBelow(scoreOf(5000, finding("a", "high")), scoreOf(5000, finding("a", "low")))
    assert.strictEqual(scoreOf(2000, finding("a", "high")), scoreOf(4000, finding("a", "high"), finding("b", "high")))
  })

  it("is shown as 100 only where nothing was lost, with one decimal", () => {
    assert.strictEqual(roundScore(scoreOf(1_000_000, finding("a", "low"))), 99.9)
    assert.strictEqual(roundScore(scoreOf(1000, finding("a", "medium"), finding("b", "medium"))), 83.3)
    assert.strictEqual(roundScore(scoreOf(1000)), 100)
    for (const tenths of Array.from({ length: 1001 }, (_, number) => number)) {
      assert.strictEqual(roundScore(tenths / 10), tenths / 10)
    }
  })

  it("names the points that each detector cost; they add up to what is missing", () => {
    const { lost, score } = measureHealth([finding("a", "high"), finding("b", "medium"), finding("b", "low")], 3000)
    assert.deepStrictEqual([...lost.keys()], ["a", "b"])
    assert.closeTo(
      [...lost.values()].reduce((sum, each) => sum + each, 0),
      100 - score,
      1e-9
    )
    assert.isAbove(lost.get("a") ?? 0, lost.get("b") ?? 0)
  })
})
