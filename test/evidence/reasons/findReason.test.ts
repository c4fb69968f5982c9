import { assert, describe, it } from "@effect/vitest"
import { readJudgedSets, score } from "../../../bench/evidence/score.ts"
import { findReason } from "../../../src/evidence/reasons/findReason.ts"

describe("the reason in a text", () => {
  it.each([
    ["Keep one connection. The server must not lose the last one, because it caches nothing."],
    ["Use a pool so that callers never wait."],
    ["Copy the list to avoid sharing it."],
    ["Flush first, otherwise the last line is lost."],
    ["Workaround for a bug of libfoo 1.2."],
    ["fixes #12 where the parser drops the last line when the file has no newline"],
    ["Die Liste wird kopiert, weil andere sie ändern."],
    ["Copie la liste pour éviter de la partager."],
    ["复制列表，因为调用者会修改它。"]
  ])("is the sentence that gives it: %s", (text) => {
    assert.include(text, findReason({ body: text }) ?? "nothing")
  })

  it.each([
    ["fixes #12"],
    ["Add a pool. Update the documentation."],
    ["Thanks to Ada because she reported it."],
    ["Why does it crash because of this?"],
    ["Available since 1.2."],
    ["Do not set the flag."],
    ["because"]
  ])("is none in: %s", (text) => {
    assert.isUndefined(findReason({ body: text }))
  })

  it("is verbatim, and the surest of several; the subject only if the body has none as sure", () => {
    const body = "It is faster.\n\n- Copy the list\n  because callers\n  change it"
    assert.strictEqual(findReason({ body }), "Copy the list because callers change it")
    assert.strictEqual(findReason({ subject: "Copy to avoid sharing", body: "It is faster." }), "Copy to avoid sharing")
    assert.strictEqual(
      findReason({ subject: "Copy to avoid sharing", body }),
      "Copy the list because callers change it"
    )
  })

  it("is found in the quotes that the rules were tuned on", () => {
    const entries = readJudgedSets()
      .filter(({ half }) => half === "tuned")
      .flatMap((set) => set.entries)
    const { precision, recall } = score(entries)
    assert.isAtLeast(precision, 0.95)
    assert.isAtLeast(recall, 0.95)
  })

  it("is searched in time proportional to the text", () => {
    for (const part of ["so ", "fix the ", "when it is ", "to not ", "this is ", "um ", "because", "make the a "]) {
      assert.isAtMost((findReason({ body: part.repeat(10_000) }) ?? "").length, 800)
    }
  })
})
