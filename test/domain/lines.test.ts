import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { countLines, isBinary, haveSameLines } from "../../src/domain/lines.ts"

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

describe("lines are git's lines", () => {
  it.each([
    ["", 0],
    ["a", 1],
    ["a\n", 1],
    ["a\nb", 2],
    ["\n\n", 2],
    ["a\r\nb\r\n", 2],
    ["a\rb", 1],
    ["a\u2028b", 1]
  ])("%j has %d", (text, expected) => {
    assert.strictEqual(countLines(bytes(text)), expected)
  })

  it("calls content with an early NUL binary", () => {
    assert.isTrue(isBinary(bytes("a\0b")))
    assert.isFalse(isBinary(bytes(`${"a".repeat(8_000)}\0`)))
  })

  it.prop(
    "does not see the difference that a checkout with CRLF makes",
    [Schema.Array(Schema.Literals(["a", "b", "\n"]))],
    ([parts]) => haveSameLines(bytes(parts.join("")), bytes(parts.join("").replaceAll("\n", "\r\n")))
  )

  it("sees every other difference", () => {
    assert.isFalse(haveSameLines(bytes("a\n"), bytes("a")))
    assert.isFalse(haveSameLines(bytes("a\n"), bytes("b\n")))
  })
})
