import { assert, describe, it } from "@effect/vitest"
import { findId, plainNumbers } from "../../../src/commitIndex/queries/references.ts"
import { processorMillis } from "../../support/processorMillis.ts"

describe("plainNumbers", () => {
  it("rewrites numbers and addresses of pull requests and issues", () => {
    assert.strictEqual(
      plainNumbers("PR 12, our-team/pool.js#7 and https://example.org/a/b/pull/3/files"),
      "#12, #7 and #3"
    )
  })

  it.each(["a.", "https://a/"])("takes linear time, as findId does, for many of %s", (unit) => {
    const text = unit.repeat(100_000 / unit.length)
    assert.isBelow(
      processorMillis(() => [plainNumbers(text), findId(text)]),
      1_000
    )
  })
})
