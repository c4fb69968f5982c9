import { assert, describe, it } from "@effect/vitest"
import { reasonRules } from "../../../src/evidence/reasons/rules.ts"
import { listSigns } from "../../../src/evidence/reasons/signs.ts"

const plain = { kind: "sentence", place: "middle", isRepair: false, rules: [], rating: 0 } as const
const signsOf = (text: string) => listSigns({ ...plain, text })

describe("the signs of a statement", () => {
  it("are its words, pairs of words, first word, wordings, length, kind, place, rating and the rules that match", () => {
    const rules = reasonRules.filter(({ name }) => name === "because")
    const signs = listSigns({ ...plain, kind: "bullet", text: "Flush it, because always.", rules, rating: 2 })
    const words = ["flush", "it", ",", "because", "always", "flush it", "it ,", ", because", "because always", "^flush"]
    const others = ["@because", "@bullet", "@length 7", "@rating 2", "@bullet of length 7", "@bullet of rating 2"]
    const added = ["@bullet of rating 2 in a change", "@wording cause", "@middle bullet"]
    assert.sameMembers([...signs], [...words, ...others, ...added])
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

  it("say whether the commit repairs something, and no place of a subject", () => {
    const signs = [...listSigns({ ...plain, kind: "subject", place: undefined, isRepair: true, text: "Flush it" })]
    assert.include(signs, "@subject of rating 0 in a repair")
    assert.isEmpty(signs.filter((sign) => /^@(?:first|middle|last) /.test(sign)))
  })

  it("have one wording for words that say much the same", () => {
    for (const text of ["It leaks", "Leaking", "A deadlock", "two warnings"]) {
      assert.include([...signsOf(text)], "@wording defect", text)
    }
    assert.notInclude([...signsOf("It works")], "@wording defect")
  })

  it("count statements of more words as long", () => {
    assert.include([...signsOf("word ".repeat(34))], "@length 34")
    assert.include([...signsOf("word ".repeat(35))], "@length more")
  })
})
