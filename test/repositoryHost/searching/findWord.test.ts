import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { cutWords } from "../../../src/repositoryHost/query/analyze.ts"
import { countWord, isPlainWord } from "../../../src/repositoryHost/searching/findWord.ts"

const Word = Schema.Literals(["ab", "a", "7", "a7", "_a", "7_", "77"])
const Piece = Schema.Literals(["ab", "a", "7", "77", "_", ".", ":", "'", ",", ";", "-", " ", "b", "é", "日"])

describe("a word looked for in a line", () => {
  it.prop(
    "is found as often as it is among the line's words",
    [Word, Schema.Array(Piece).pipe(Schema.check(Schema.isMaxLength(10)))],
    ([word, pieces]) => {
      const line = pieces.join("")
      const found = countWord(line, word)
      if (found === undefined) return
      const expected = cutWords(line).filter((each) => each === word).length
      assert.strictEqual(found, expected, JSON.stringify([word, line]))
    },
    { arbitrary: { runs: 5000 } }
  )

  it("is plain if it has letters or digits of ASCII only", () => {
    assert.deepStrictEqual(["ab", "a_1", "__", "é", "a.b", "A", ""].map(isPlainWord), [
      true,
      true,
      false,
      false,
      false,
      false,
      false
    ])
  })
})
