import { assert, describe, it } from "@effect/vitest"
import { formatSignature } from "../../../src/adapters/parser/signature.ts"
import { processorMillis } from "../../support/processorMillis.ts"

describe("a signature", () => {
  it.each([
    ["f(\n  a,\n  b,\n)", "f(a, b)"],
    ["f( a , b )", "f(a, b)"],
    ["f(a ,\n)", "f(a)"],
    ["a<\n  b,\n>", "a<b>"],
    ["type A = [\n  b\n\n]", "type A = [b]"],
    ["fn f() -> a {", "fn f() -> a"],
    ["const f = () =>", "const f = ()"]
  ])("is one line: %j", (head, expected) => {
    assert.strictEqual(formatSignature(head), expected)
  })

  it.each(["\n", " ", " \n", ",\n", "(\n", "<", "<\n", "{", " {"])("is made in little time of many %j", (part) => {
    const head = `f${part.repeat(5_000)}x`
    assert.isBelow(
      processorMillis(() => formatSignature(head)),
      500
    )
  })
})
