import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { makeTokenCounter } from "../../../src/pipeline/answering/countAnswerTokens.ts"
import { countTokens } from "../../../src/domain/Budget.ts"
import { jsonText } from "../../../src/domain/Text.ts"

const Entry = Schema.Struct({ text: Schema.String, lines: Schema.optionalKey(Schema.Array(Schema.Finite)) })
const Answer = Schema.Struct({
  name: Schema.String,
  entries: Schema.Array(Entry),
  warnings: Schema.optionalKey(Schema.Array(Schema.NullOr(Schema.String))),
  stats: Schema.Record(Schema.String, Schema.UndefinedOr(Schema.Finite)),
  absent: Schema.optionalKey(Schema.Undefined)
})

describe("the token count of an answer", () => {
  it.prop("equals the tokens of its JSON text, independent of earlier counts", [Answer], ([answer]) => {
    const weigh = makeTokenCounter()
    for (const count of [answer.entries.length, 1, 0]) {
      const shorter = { ...answer, entries: answer.entries.slice(0, count) }
      assert.strictEqual(weigh(shorter), countTokens(jsonText(shorter)))
    }
  })

  it("counts characters in their escaped form", () => {
    const answer = { entries: [{ text: "\u202e\u009b\ud800ü€😀" }], "\u2028": ["\u0007"] }
    assert.strictEqual(makeTokenCounter()(answer), countTokens(jsonText(answer)))
  })
})
