import { assert, describe, it } from "@effect/vitest"
import { takeTags } from "../../../src/codeIndex/asking/sentences.ts"
import { processorMillis } from "../../support/processorMillis.ts"

describe("takeTags", () => {
  it("takes words without the separators around them", () => {
    assert.deepStrictEqual(takeTags("./pool.ts: #acquire-- a/b/").tags, ["pool.ts", "acquire", "a/b"])
  })

  it("takes linear time for a word with a long row of separators", () => {
    const text = `a${"-".repeat(100_000)}b`
    assert.isBelow(
      processorMillis(() => takeTags(text)),
      1_000
    )
  })
})
