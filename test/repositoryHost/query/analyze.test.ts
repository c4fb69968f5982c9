import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { cutWords, isStopWord } from "../../../src/repositoryHost/query/analyze.ts"

const Piece = Schema.Literals(["a", "B", "7", "_", ".", ":", "'", ",", ";", "-", " ", "\t", "ab", "12", "(", "/"])

/** The same text where the general rules of Unicode apply, because of a letter at its end. */
const byUnicode = (text: string): ReadonlyArray<string> => cutWords(`${text} é`).slice(0, -1)

describe("the words of a text", () => {
  it.prop(
    "of ASCII are those of the rules for all of Unicode",
    [Schema.Array(Piece).pipe(Schema.check(Schema.isMaxLength(12)))],
    ([pieces]) => {
      const text = pieces.join("")
      assert.deepStrictEqual(cutWords(text), byUnicode(text), JSON.stringify(text))
    },
    { arbitrary: { runs: 3000 } }
  )

  it("are cut at 255 characters, and stop words are known", () => {
    assert.deepStrictEqual(
      cutWords("x".repeat(600)).map(({ length }) => length),
      [255, 255, 90]
    )
    assert.isTrue(isStopWord("the"))
    assert.isFalse(isStopWord("i"))
  })
})
