import { assert, describe, it } from "@effect/vitest"
import { parseCommitGraph } from "../../../../src/adapters/git/commitGraph/parseCommitGraph.ts"

describe("a commit-graph", () => {
  it("that is damaged counts as empty", () => {
    for (const bytes of ["", "CGPH", "CGPH\u0001\u0001\u0009\u0000OIDL", "something else"]) {
      const { commits, has, withPaths } = parseCommitGraph(Buffer.from(bytes, "latin1"))
      assert.deepStrictEqual([commits, withPaths, has("0".repeat(40))], [0, 0, false])
    }
  })
})
