import { assert, describe, it } from "@effect/vitest"
import { readJudgedSets, score } from "../../../bench/evidence/score.ts"
import { findReason } from "../../../src/evidence/reasons/findReason.ts"

const ofLength = (length: number) => `Copy it because callers wait for ${"o".repeat(length - 34)}.`

describe("the reason in a text", () => {
  it.each([
    ["Keep one connection. The server must not lose the last one, because it caches nothing."],
    ["Use a pool so that callers never wait."],
    ["Copy the list to avoid sharing it."],
    ["Without a flush first, the last line was lost when the disk was full."],
    ["This is a workaround for a bug of libfoo 1.2, which loses the last line."],
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
    ["because"],
    ["Fix clippy warnings"],
    ["chore(ci): fix clippy warnings (#12)"],
    ["Fix all tests"],
    ["- address review comments"],
    ["Fix issues caused during rebasing."]
  ])("is none in: %s", (text) => {
    assert.isUndefined(findReason({ body: text }))
    assert.isUndefined(findReason({ subject: text, body: "" }))
  })

  it("is the defect that the body of a repair tells", () => {
    const body = "The exit status was zero for damaged blocks."
    assert.strictEqual(findReason({ subject: "Fix the last line", body }), body)
    assert.isUndefined(findReason({ subject: "Print the last line", body }))
  })

  it("is verbatim, and the surest of several; the subject only if the body has none as sure", () => {
    const surest = "Copy the list, because otherwise callers change it while it is being read"
    const body = `Lists are copied by their constructor.\n\n- Copy to avoid sharing\n- ${surest.replace(" because", "\n  because")}`
    const subject = "Copy lists because callers change them"
    assert.strictEqual(findReason({ body }), surest)
    assert.strictEqual(findReason({ subject, body }), surest)
    assert.strictEqual(findReason({ subject, body: "Lists are copied by their constructor." }), subject)
  })

  it("is given less surely where one is expected, as in a revert", () => {
    const body = "The tests fail on Windows."
    assert.isUndefined(findReason({ body }))
    assert.strictEqual(findReason({ body, isExpected: true }), body)
    assert.isUndefined(findReason({ body: "Add a pool.", isExpected: true }))
  })

  it("is what says so in so many words, however short", () => {
    assert.strictEqual(findReason({ body: "- Copy it because callers wait" }), "Copy it because callers wait")
  })

  it("is the first of several that are as sure", () => {
    const body = ["Intro", "Copy zorbs because of quxes.", "Copy quxes because of zorbs.", "Outro"].join("\n\n")
    assert.strictEqual(findReason({ body }), "Copy zorbs because of quxes.")
  })

  it("has at most 800 characters", () => {
    assert.strictEqual(findReason({ body: ofLength(800) }), ofLength(800))
    assert.isUndefined(findReason({ body: ofLength(801) }))
  })

  it("does not depend on names that objects have, too", () => {
    assert.isUndefined(findReason({ body: "Constructor, toString and __proto__ of lists" }))
  })

  it("is that of quotes judged by hand", () => {
    const { precision, recall } = score(readJudgedSets().flatMap((set) => set.entries))
    assert.isAtLeast(precision, 0.88)
    assert.isAtLeast(recall, 0.8)
  })

  it("is searched in time proportional to the text", () => {
    for (const part of ["so ", "fix the ", "when it is ", "to not ", "this is ", "um ", "because", "make the a "]) {
      assert.isAtMost((findReason({ body: part.repeat(10_000) }) ?? "").length, 800)
    }
  })
})
