import { assert, describe, it } from "@effect/vitest"
import { addContext } from "../../../src/capture/commit/addContext.ts"
import { emptyContext } from "../../../src/writing/context/CommitContext.ts"

const one = { file: "a.ts", anchor: "one", intent: "One." }
const two = { file: "a.ts", ast_anchor: { name: "Two.two" }, intent: "Two.", reasoning: "Known.", tags: ["x"] }

describe("the context of a commit, added to its annotation", () => {
  it("fills the texts that a region lacks, and marks what goes to several regions as spread", () => {
    const context = { ...emptyContext, task: "T-1", reason: "Given.", tags: ["y"] }
    assert.deepStrictEqual(addContext({ summary: "S", regions: [one, two] }, context), {
      summary: "S",
      task: "T-1",
      regions: [
        { ...one, reasoning: "Given.", tags: ["y"], spread: true },
        { ...two, tags: ["x", "y"], spread: true }
      ]
    })
    assert.deepStrictEqual(addContext({ summary: "S", task: "T-0", regions: [one] }, context), {
      summary: "S",
      task: "T-0",
      regions: [{ ...one, reasoning: "Given.", tags: ["y"] }]
    })
  })

  it("goes to the regions of named places, or to new ones", () => {
    const rationale = { constraints: ["Never."], alternatives: [], dependencies: [], tags: [] }
    const at = [{ file: "a.ts", anchor: "two" }, { file: "b.ts" }] as const
    const context = { ...emptyContext, placed: [{ at, ...rationale }] }
    assert.deepStrictEqual(addContext({ summary: "S", regions: [one, two] }, context), {
      summary: "S",
      regions: [one, { ...two, constraints: ["Never."] }, { file: "b.ts", intent: "S", constraints: ["Never."] }]
    })
  })

  it("leaves what is no annotation to its decoder", () => {
    assert.strictEqual(addContext("x", { ...emptyContext, reason: "Given." }), "x")
  })
})
