import { assert, describe, it } from "@effect/vitest"
import { isVerbatim } from "../../../src/sessions/quoting/verbatim.ts"
import { codeNames } from "../../../src/sessions/quoting/words.ts"
import { processorMillis } from "../../support/processorMillis.ts"

describe("names of code", () => {
  it("are found around data, which has none", () => {
    const data = "0123456789abcdef".repeat(50)
    assert.deepStrictEqual([...codeNames(`getUser = "${data}"; pool.acquire(user_name)`)].toSorted(), [
      "acquire",
      "getUser",
      "pool",
      "pool.acquire",
      "user_name"
    ])
  })

  it.each(["a", "0f", "A", "a_", "a.", "aB", "--a"])("are found in little time in many %j", (part) => {
    const text = `${part.repeat(100_000)}!`
    assert.isBelow(
      processorMillis(() => codeNames(text)),
      2000
    )
  })
})

describe("whether a quote is in a text", () => {
  it("is not a matter of the marks of lists", () => {
    assert.isTrue(isVerbatim("One is so. Two is not.", "\n\n  - One is so.\n\n 2) Two\n  is not."))
    assert.isFalse(isVerbatim("One is so. Two is.", "- One is so.\n- Two is not."))
  })

  it.each(["\n", "\r", " ", "- ", "\u2028"])("is found in little time in many %j", (part) => {
    assert.isBelow(
      processorMillis(() => isVerbatim("It is so.", `${part.repeat(65_000)}It is so.`)),
      1000
    )
  })
})
