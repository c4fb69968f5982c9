import { assert, describe, it } from "@effect/vitest"
import { compareFindings } from "../../../src/codeGraph/findings/compareFindings.ts"
import type { Finding } from "../../../src/codeGraph/model/answers.ts"

const finding = (id: string, more: Partial<Finding> = {}): Finding => ({
  id,
  detector: "deep-nesting",
  severity: "medium",
  category: "design",
  title: `Title of ${id}`,
  file: "a.ts",
  name: "run",
  line_start: 1,
  line_end: 2,
  why_it_matters: "Why.",
  confidence: 0.9,
  ...more
})

const idsOf = ({ added, fixed, worse }: ReturnType<typeof compareFindings>) => ({
  added: added.map(({ id }) => id),
  fixed: fixed.map(({ id }) => id),
  worse: worse.map(({ id, was }) => [id, was])
})

describe("comparing findings", () => {
  it("tells those that were added from those that were fixed by their ids", () =>
    assert.deepStrictEqual(idsOf(compareFindings([finding("1"), finding("2")], [finding("2"), finding("3")])), {
      added: ["3"],
      fixed: ["1"],
      worse: []
    }))

  it("takes one that is in another file as it was for moved", () =>
    assert.deepStrictEqual(
      idsOf(compareFindings([finding("1", { title: "Same" })], [finding("2", { title: "Same", file: "b.ts" })])),
      { added: [], fixed: [], worse: [] }
    ))

  it("counts a copy of one that moved as added", () =>
    assert.deepStrictEqual(
      idsOf(
        compareFindings(
          [finding("1", { title: "Same" })],
          [finding("2", { title: "Same", file: "b.ts" }), finding("3", { title: "Same", file: "c.ts" })]
        )
      ),
      { added: ["3"], fixed: [], worse: [] }
    ))

  it("names those that became more severe, not those that became less", () => {
    const before = [finding("1", { severity: "low" }), finding("2", { severity: "high" })]
    const now = [finding("1", { severity: "high" }), finding("2", { severity: "low" })]
    assert.deepStrictEqual(idsOf(compareFindings(before, now)), { added: [], fixed: [], worse: [["1", "low"]] })
  })
})
