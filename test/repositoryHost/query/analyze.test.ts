import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { processorMillis } from "../../support/processorMillis.ts"
import { cutByUnicode, cutWords, isStopWord } from "../../../src/repositoryHost/query/analyze.ts"

const ascii = [
  "a",
  "B",
  "7",
  "_",
  ".",
  ":",
  "'",
  ",",
  ";",
  "-",
  " ",
  "\t",
  "ab",
  "12",
  "(",
  "/",
  '"',
  "{",
  "=",
  "*",
  "\n"
] as const
const Piece = Schema.Literals(ascii)
const Mixed = Schema.Literals([...ascii, "é", "İ", "日", "ー", "\u0301", "\u00ad", "·", "😀", "ก", "٣", "\u202f"])

describe("the words of a text", () => {
  for (const [which, piece] of [
    ["of ASCII", Piece],
    ["with letters of all kinds", Mixed]
  ] as const) {
    it.prop(
      `${which} are those of the rules for all of Unicode`,
      [Schema.Array(piece).pipe(Schema.check(Schema.isMaxLength(14)))],
      ([pieces]) => {
        const text = pieces.join("")
        assert.deepStrictEqual(cutWords(text), cutByUnicode(text), JSON.stringify(text))
      },
      { arbitrary: { runs: 10_000 } }
    )
  }

  it("are cut at 255 characters, and stop words are known", () => {
    assert.deepStrictEqual(
      cutWords("x".repeat(600)).map(({ length }) => length),
      [255, 255, 90]
    )
    assert.isTrue(isStopWord("the"))
    assert.isFalse(isStopWord("i"))
  })

  it("are cut in linear time, also of a row of connectors", () => {
    for (const unit of ["_", "_\u0301", "\u0301", "\u202f", "_a", "1'"]) {
      const text = `日${unit.repeat(Math.floor(65_536 / unit.length))}`
      assert.isBelow(
        processorMillis(() => cutWords(text)),
        500,
        JSON.stringify(unit)
      )
    }
    assert.deepStrictEqual(cutWords("é __a_ 日_b ___ c"), ["é", "__a_", "日", "_b", "c"])
  })
})
