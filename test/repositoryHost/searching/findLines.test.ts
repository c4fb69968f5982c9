import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import type { Query } from "../../../src/repositoryHost/query/Query.ts"
import { contentField, makeFileMatcher } from "../../../src/repositoryHost/searching/FileMatcher.ts"

const Word = Schema.Literals(["ab", "a", "7", "a7"])
const Piece = Schema.Literals(["ab", "AB", "a", "7", "_", ".", " ", " ", "\n", "\n", "b", "é", "İ", "\r\n"])

const anyOf = (words: ReadonlyArray<string>): Query => ({
  _tag: "Boolean",
  clauses: words.map((text) => ({ occurrence: "should", query: { _tag: "Term", field: contentField, text } }))
})

describe("the first matching lines of a content", () => {
  it.prop(
    "are those that match one by one",
    [
      Schema.Array(Word).pipe(Schema.check(Schema.isMinLength(1), Schema.isMaxLength(3))),
      Schema.Array(Piece).pipe(Schema.check(Schema.isMaxLength(200)))
    ],
    ([words, pieces]) => {
      const text = pieces.join("")
      const matcher = makeFileMatcher(anyOf(words))
      const matches = matcher.start()
      for (const [at, line] of text.split("\n").entries()) matcher.addLine(matches, at + 1, line)
      assert.deepStrictEqual(matcher.findLines(text), matches.lines, JSON.stringify([words, text]))
    },
    { arbitrary: { runs: 3000 } }
  )
})
