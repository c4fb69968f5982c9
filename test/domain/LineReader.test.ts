import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { LineReader } from "../../src/domain/LineReader.ts"

const read = (limit: number, chunks: ReadonlyArray<string | Uint8Array>) => {
  const reader = new LineReader(limit)
  const lines = chunks.flatMap((chunk) => reader.push(Buffer.from(chunk)))
  return [...lines, ...reader.end()].map(({ bytes, number }) => [number, bytes?.toString() ?? "<too long>"])
}

/** Cuts bytes into chunks of `size`. */
const cut = (bytes: Buffer, size: number) =>
  Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) => bytes.subarray(index * size, (index + 1) * size))

describe("LineReader", () => {
  it("finds the same lines for any chunking, and counts empty ones and those over the limit", () => {
    const bytes = Buffer.from("one\r\n\nzwölf\n\u{1f600}\nlonger than ten\nrest")
    for (let size = 1; size <= bytes.length; size += 1) {
      assert.deepStrictEqual(read(10, cut(bytes, size)), [
        [1, "one"],
        [3, "zwölf"],
        [4, "\u{1f600}"],
        [5, "<too long>"],
        [6, "rest"]
      ])
    }
  })

  const Text = Schema.String.pipe(Schema.check(Schema.isMaxLength(40)))
  it.prop("finds the lines of any text", [Schema.Array(Text), Schema.Natural], ([texts, size]) => {
    const lines = texts.map((text) => text.replaceAll(/[\r\n]/g, "").toWellFormed())
    const expected = lines.flatMap((line, index) => (line === "" ? [] : [[index + 1, line]]))
    assert.deepStrictEqual(read(1000, cut(Buffer.from(lines.join("\n")), 1 + (size % 7))), expected)
  })

  it("reports a line over the limit once and early, and accepts one of exactly the limit", () => {
    const reader = new LineReader(4)
    assert.deepStrictEqual(reader.push(Buffer.from("12345")), [{ number: 1, bytes: undefined }])
    assert.deepStrictEqual(reader.push(Buffer.from("6789")), [])
    assert.deepStrictEqual(reader.push(Buffer.from("0\n1234\n")), [{ number: 2, bytes: Buffer.from("1234") }])
    assert.deepStrictEqual(reader.end(), [])
    assert.deepStrictEqual(read(4, ["12345"]), [[1, "<too long>"]])
  })
})
