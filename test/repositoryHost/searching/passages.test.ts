import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { cutWords } from "../../../src/repositoryHost/query/analyze.ts"
import { placeWords } from "../../../src/repositoryHost/searching/matchTexts.ts"
import { cutPassages, mayHave } from "../../../src/repositoryHost/searching/passages.ts"
import { hasPhrase, type Phrase } from "../../../src/repositoryHost/searching/phrases.ts"

const Word = Schema.Literals(["one", "two", "three"])
const Piece = Schema.Literals(["one", "Two", "three", "x", "y", "z", "twofold", "ıone", "İ", "\n", "\n", "\n\n"])
const Count = Schema.Int.pipe(Schema.check(Schema.isBetween({ minimum: 0, maximum: 3 })))

const phraseOf = (words: ReadonlyArray<string>, gap: number, slop: number): Phrase => ({
  _tag: "Phrase",
  field: "content",
  terms: words.map((text, at) => ({ text, position: at * (1 + gap) })),
  slop
})

describe("the passages of a content in which a phrase may be", () => {
  it.prop(
    "have it if the content has it",
    [
      Schema.Array(Word).pipe(Schema.check(Schema.isMinLength(1), Schema.isMaxLength(3))),
      Count,
      Count,
      Schema.Array(Piece).pipe(Schema.check(Schema.isMaxLength(60)))
    ],
    ([words, gap, slop, pieces]) => {
      const lines = pieces.join(" ").split("\n")
      const phrase = phraseOf(words, gap, slop)
      const expected = hasPhrase(phrase, placeWords(lines.flatMap(cutWords)))
      const found = cutPassages(lines, phrase).some((each) => hasPhrase(phrase, placeWords(each)))
      assert.strictEqual(found, expected, JSON.stringify([words, gap, slop, lines]))
    },
    { arbitrary: { runs: 5000 } }
  )

  it.prop(
    "leave out no line that has a word",
    [Word, Schema.Array(Piece).pipe(Schema.check(Schema.isMaxLength(10)))],
    ([word, pieces]) => {
      const line = pieces.join("").replaceAll("\n", " ")
      if (cutWords(line).includes(word)) assert.isTrue(mayHave(line, [word]), line)
    },
    { arbitrary: { runs: 2000 } }
  )
})
