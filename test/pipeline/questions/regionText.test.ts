import { assert, describe, it } from "@effect/vitest"
import { significantText } from "../../../src/pipeline/questions/regionText.ts"
import { processorMillis } from "../../support/processorMillis.ts"

describe("a line of code", () => {
  it.each(["", "  }", "} else {", "end;", "\tdone)", "{ /* */ }", "----", "begin"])("says nothing: %j", (line) => {
    assert.strictEqual(significantText(line), "")
  })

  it.each(["end if", "} else if (a) {", "done1", "do_it()", "endß", "do done", "END", "7"])(
    "says something: %j",
    (line) => {
      assert.strictEqual(significantText(` ${line} `), line)
    }
  )

  it.each([".", " ", "end ", "}", "é "])("is judged in little time if it has many %j", (part) => {
    const line = `${part.repeat(100_000)}x`
    assert.isBelow(
      processorMillis(() => significantText(line)),
      500
    )
  })
})
