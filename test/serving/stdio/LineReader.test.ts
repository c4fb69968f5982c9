import { assert, describe, it } from "@effect/vitest"
import { LineReader } from "../../../src/serving/stdio/LineReader.ts"

const read = (limit: number, chunks: ReadonlyArray<string | Buffer>) => {
  const seen: Array<string> = []
  const reader = new LineReader(limit, {
    line: (bytes) => seen.push(bytes.toString()),
    tooLong: () => seen.push("<too long>")
  })
  for (const chunk of chunks) reader.push(Buffer.from(chunk))
  reader.end()
  return seen
}

describe("LineReader", () => {
  it("finds the same lines for any chunking", () => {
    const bytes = Buffer.from("one\r\n\nzwölf\n\u{1f600}\nlonger than ten\nrest")
    const whole = read(10, [bytes])
    assert.deepStrictEqual(whole, ["one", "zwölf", "\u{1f600}", "<too long>", "rest"])
    for (let size = 1; size < bytes.length; size += 1) {
      const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, n) =>
        bytes.subarray(n * size, (n + 1) * size)
      )
      assert.deepStrictEqual(read(10, chunks), whole)
    }
  })

  it("reports a line over the limit once and early, and accepts one of exactly the limit", () => {
    assert.deepStrictEqual(read(4, ["12345", "6789", "0\n1234\n"]), ["<too long>", "1234"])
    assert.deepStrictEqual(read(4, ["12345"]), ["<too long>"])
  })
})
