import { assert, describe, it } from "@effect/vitest"
import { normalizeSignature } from "../../src/domain/Signature.ts"
import { processorMillis } from "../support/processorMillis.ts"

describe("a signature as it is compared", () => {
  it.each([
    ["fn  f()\n{", "fn f()"],
    ["def f(a: int) -> b:", "def f(a: int) -> b"],
    [" f(); ", "f()"],
    ["a::b {:;", "a::b"],
    ["{", ""]
  ])("of %j is %j", (signature, expected) => {
    assert.strictEqual(normalizeSignature(signature), expected)
  })

  it.each([" ", ":", ";", "{ "])("is made in little time of many %j", (part) => {
    assert.isBelow(
      processorMillis(() => normalizeSignature(`${part.repeat(100_000)}x`)),
      1000
    )
  })
})
