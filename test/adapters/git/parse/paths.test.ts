import { assert, describe, it } from "@effect/vitest"
import { decodePath, encodePath, isArgumentPath } from "../../../../src/adapters/git/parse/PathBytes.ts"
import { unquotePath } from "../../../../src/adapters/git/parse/QuotedPath.ts"
import { makeRecordReader } from "../../../../src/adapters/git/parse/Records.ts"
import { makeTextReader } from "../../../../src/adapters/git/parse/TextReader.ts"
import { Bytes, cut, Name, Number1000, pathOf } from "../generated.ts"
import { Schema } from "effect"

const letters: ReadonlyMap<number, string> = new Map(
  Object.entries({ 7: "a", 8: "b", 9: "t", 10: "n", 11: "v", 12: "f", 13: "r", 34: '"', 92: "\\" }).map(
    ([code, letter]) => [Number(code), letter]
  )
)

/** Git's C quoting: `all` escapes every byte above 127 too (`core.quotePath`). */
const quote = (path: string, all: boolean): string => {
  const parts = Array.from(encodePath(path), (byte) => {
    const letter = letters.get(byte)
    if (letter !== undefined) return `\\${letter}`
    return byte < 32 || byte === 127 || (all && byte > 127)
      ? `\\${byte.toString(8).padStart(3, "0")}`
      : Buffer.of(byte).toString("latin1")
  })
  const quoted = parts.join("")
  return quoted === Buffer.from(encodePath(path)).toString("latin1")
    ? path
    : decodePath(Buffer.from(`"${quoted}"`, "latin1"))
}

describe("paths as bytes", () => {
  it.prop("survive decoding and encoding", [Bytes], ([raw]) => {
    assert.deepStrictEqual(Array.from(encodePath(decodePath(Uint8Array.from(raw)))), [...raw])
  })

  it.prop("are the text they encode when they are UTF-8", [Schema.String], ([text]) => {
    const formed = text.toWellFormed()
    assert.strictEqual(decodePath(Buffer.from(formed)), formed)
  })

  it("keep overlong, truncated and surrogate sequences apart from text", () => {
    const cases = ["c080", "e0809f", "eda080", "f0808080", "f4908080", "ff", "c3", "e282", "61c3", "f09f98"]
    for (const hex of cases) {
      const bytes = Buffer.from(hex, "hex")
      assert.isFalse(decodePath(bytes).isWellFormed(), hex)
      assert.deepStrictEqual(Buffer.from(encodePath(decodePath(bytes))), bytes)
    }
  })

  it("are valid arguments only inside the tree", () => {
    for (const path of ["a", "-L1", ":x", "a b", "a\nb", "..a", "a..", ".a/b", "ä", "\udcff"])
      assert.isTrue(isArgumentPath(path), path)
    const others = [
      "",
      "/",
      "/a",
      "a/",
      "a//b",
      ".",
      "..",
      "./a",
      "a/../b",
      "a/.",
      "a\0",
      "\udc7f",
      "\ud83d",
      "x".repeat(70_000)
    ]
    for (const path of others) assert.isFalse(isArgumentPath(path), path.slice(0, 20))
  })
})

describe("quoted paths", () => {
  it.prop("are read as git writes them", [Name, Schema.Boolean], ([name, all]) => {
    const path = decodePath(encodePath(pathOf(name)))
    assert.strictEqual(unquotePath(quote(path, all)), path)
  })

  it.prop("of any form give some text", [Schema.String], ([text]) => {
    assert.isString(unquotePath(`"${text}"`))
  })

  it("are returned unchanged in a form that git does not write", () => {
    for (const text of ['"', '"a', 'a"', '"\\q"', '"\\"', "plain", '"\\9"']) assert.strictEqual(unquotePath(text), text)
  })
})

describe("records", () => {
  it.prop("of text are the same however the stream is cut", [Bytes, Schema.Array(Number1000)], ([raw, lengths]) => {
    const bytes = Buffer.from(raw.map((byte) => (byte % 5 === 0 ? 0 : byte)))
    const found: Array<string> = []
    const reader = makeTextReader((record) => found.push(record))
    for (const chunk of cut(
      bytes,
      lengths.map((length) => length % 7)
    ))
      reader.push(chunk)
    reader.end()
    const ends = bytes.length === 0 || bytes.at(-1) === 0
    const expected: Array<string> = []
    makeRecordReader(0, (record) => expected.push(decodePath(record))).push(
      ends ? bytes : Buffer.concat([bytes, Buffer.alloc(1)])
    )
    assert.deepStrictEqual(found, expected)
    assert.strictEqual(reader.problem?.() === undefined, ends)
  })

  it.prop("are the same however the stream is cut", [Bytes, Schema.Array(Number1000)], ([raw, lengths]) => {
    const bytes = Buffer.from(raw.map((byte) => byte % 4))
    const found: Array<string> = []
    const reader = makeRecordReader(0, (record) => found.push(record.toString("latin1")))
    for (const chunk of cut(
      bytes,
      lengths.map((length) => length % 7)
    ))
      reader.push(chunk)
    reader.end()
    const expected = bytes.toString("latin1").split("\0")
    assert.deepStrictEqual(found, expected.at(-1) === "" ? expected.slice(0, -1) : expected)
  })
})
