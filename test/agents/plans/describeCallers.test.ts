import { assert, describe, it } from "@effect/vitest"
import { formatReferences } from "../../../src/agents/plans/describeCallers.ts"

const at = (path: string, line: number, within?: string) =>
  ({ path, line, how: "resolved", ...(within === undefined ? {} : { within }) }) as const

describe("where a unit is referred to", () => {
  it("is said first of other files, then of its own, then of tests, and counted beyond three places", () => {
    const references = [
      at("src/pool.ts", 9, "Pool.flush"),
      at("src/pool.ts", 4),
      at("test/pool.test.ts", 7),
      at("src/server.ts", 3, "start")
    ]
    assert.strictEqual(
      formatReferences("src/pool.ts", "Pool.reap", references),
      "Pool.reap is referred to in 4 places: src/server.ts:3 start, line 9 Pool.flush, line 4 and 1 more"
    )
  })

  it("names one place alone", () => {
    assert.strictEqual(
      formatReferences("src/pool.ts", "Pool.reap", [at("src/pool.ts", 9)]),
      "Pool.reap is referred to in 1 place: line 9"
    )
  })
})
