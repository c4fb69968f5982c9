import { assert, describe, it } from "@effect/vitest"
import type { ExplainedUnit } from "../../../src/pipeline/answering/answers.ts"
import { fitUnits } from "../../../src/pipeline/answering/fitEvidence.ts"

const unitAt = (line: number, subject: string, reason?: string): ExplainedUnit => ({
  file: "src/pool.ts",
  anchor: `unit${line}`,
  lines: { start: line, end: line },
  commit: `${line}`.repeat(40),
  subject,
  ...(reason === undefined ? {} : { reason })
})

const stated = "Keep it open, because the server closes idle connections"

describe("explained units that do not all fit", () => {
  it("are those with a reason first, also where the subject is the reason, in the order of the file", () => {
    const units = [unitAt(1, "Rename"), unitAt(2, stated, stated), unitAt(3, "Move"), unitAt(4, "Retry", stated)]
    const fitted = fitUnits(units, { maxTokens: 150, configured: 0, measure: undefined }, false)
    assert.deepStrictEqual(fitted, [unitAt(2, stated), unitAt(4, "Retry", stated)])
  })

  it("are then one of each commit, because neighbours often have the same one", () => {
    const [first, second, third] = [unitAt(1, "Rename"), unitAt(2, "Rename"), unitAt(3, "Move")]
    const units = [first, { ...second, commit: first.commit }, third]
    const fitted = fitUnits(units, { maxTokens: 120, configured: 0, measure: undefined }, false)
    assert.deepStrictEqual(fitted, [first, third])
  })

  it("are the largest of a file", () => {
    const [first, second] = [unitAt(1, "Rename"), { ...unitAt(2, "Keep"), lines: { start: 2, end: 9 } }]
    const fitted = fitUnits([first, second], { maxTokens: 60, configured: 0, measure: undefined }, false)
    assert.deepStrictEqual(fitted, [second])
  })

  it("are the first of each file before its second", () => {
    const [first, second, third] = [
      unitAt(1, "Rename"),
      unitAt(2, "Keep"),
      { ...unitAt(3, "Move"), file: "src/app.ts" }
    ]
    const fitted = fitUnits([first, second, third], { maxTokens: 120, configured: 0, measure: undefined }, false)
    assert.deepStrictEqual(fitted, [first, third])
  })

  it("give the reason of a commit once, because copies of a file have the same", () => {
    const [first, copy] = [unitAt(1, "Retry", stated), { ...unitAt(2, "Retry"), file: "dist/pool.js" }]
    const units = [first, { ...copy, commit: first.commit, reason: stated }]
    const fitted = fitUnits(units, { maxTokens: 1_000, configured: 0, measure: undefined }, false)
    assert.deepStrictEqual(fitted, [first, { ...copy, commit: first.commit }])
  })
})
