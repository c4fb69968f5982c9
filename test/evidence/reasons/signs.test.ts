import { assert, describe, it } from "@effect/vitest"
import { reasonRules } from "../../../src/evidence/reasons/rules.ts"
import { listSigns } from "../../../src/evidence/reasons/signs.ts"

const signsOf = (text: string) => listSigns({ kind: "sentence", text, rules: [], rating: 0 })

describe("the signs of a statement", () => {
  it("are its words, pairs of words, first word, length, kind, rating and the rules that match", () => {
    const rules = reasonRules.filter(({ name }) => name === "because")
    const signs = listSigns({ kind: "bullet", text: "Flush it, because always.", rules, rating: 2 })
    const words = ["flush", "it", ",", "because", "always", "flush it", "it ,", ", because", "because always", "^flush"]
    const others = ["@because", "@bullet", "@length 7", "@rating 2", "@bullet of length 7", "@bullet of rating 2"]
    assert.sameMembers([...signs], [...words, ...others])
  })

  it.each([
    ["`flush(now)`", "CODE"],
    ["Stream.flush", "CODE"],
    ["flushAll", "CODE"],
    ["flush_all", "CODE"],
    ["src/flush", "CODE"],
    ["https://example.com/flush", "URL"],
    ["#12", "ISSUE"],
    ["12", "#"],
    ["Don’t", "don't"],
    ["e.g.", "e.g"]
  ])("have one word for %s", (text, word) => {
    assert.include([...signsOf(`Call ${text} here`)], `call ${word}`)
  })

  it("count statements of more words as long", () => {
    assert.include([...signsOf("word ".repeat(34))], "@length 34")
    assert.include([...signsOf("word ".repeat(35))], "@length more")
  })
})
