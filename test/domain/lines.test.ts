import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { countLines, isBinary, haveSameLines, sliceLines, toUtf8 } from "../../src/domain/lines.ts"

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
const decode = (content: Uint8Array): string => Buffer.from(toUtf8(content)).toString()

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
    "decodes UTF-16 with a byte order mark, and nothing else",
    [Schema.String.check(Schema.isPattern(/^[^\0\ud800-\udfff\ufeff]*$/))],
    ([text]) => {
      const little = Buffer.from(`\ufeff${text}\n`, "utf16le")
      const unmarked = little.subarray(2)
      return (
        decode(little) === `${text}\n` &&
        decode(Buffer.from(little).swap16()) === `${text}\n` &&
        toUtf8(unmarked) === unmarked
      )
    }
  )

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

describe("a range of lines", () => {
  const count = Schema.Int.pipe(Schema.check(Schema.isBetween({ minimum: 1, maximum: 8 })))

  it.prop(
    "is the same as in the content split into lines",
    [Schema.Array(Schema.Literals(["a", "é", "\n", "\r\n"])), count, count],
    ([parts, start, end]) => {
      const expected = parts
        .join("")
        .split("\n")
        .slice(start - 1, end)
      assert.deepStrictEqual(sliceLines(bytes(parts.join("")), { start, end }), expected)
    }
  )

  it("decodes bytes that are not UTF-8 as the whole content does", () => {
    const content = Uint8Array.of(0x61, 0xc3, 0x0a, 0xff, 0x0a, 0xf0, 0x9f)
    const whole = Buffer.from(content).toString().split("\n")
    assert.deepStrictEqual(
      [1, 2, 3].flatMap((line) => sliceLines(content, { start: line, end: line })),
      whole
    )
  })
})
