import { assert, describe, it } from "@effect/vitest"
import { splitStatements } from "../../../src/evidence/reasons/statements.ts"

const texts = (...lines: ReadonlyArray<string>) => splitStatements(lines.join("\n")).map(({ text }) => text)

describe("the statements of a text", () => {
  it("are sentences, wrapped lines joined", () => {
    assert.deepStrictEqual(texts("The server drops", "the last one. Keep it, e.g. for", "A. Smith. git gc does not."), [
      "The server drops the last one.",
      "Keep it, e.g. for A. Smith.",
      "git gc does not."
    ])
  })

  it("do not end at a point or a question mark within a word", () => {
    assert.deepStrictEqual(texts("Hooks get `.Page`, not `.Site`. Fixes https://e.org/cve?id=1 at last."), [
      "Hooks get `.Page`, not `.Site`.",
      "Fixes https://e.org/cve?id=1 at last."
    ])
  })

  it("leave out the list of commits that an imported project brings", () => {
    assert.deepStrictEqual(texts("Squashed changes", "", "b6a052fe0 Avoid a leak", "3fa9b694 Fix it"), [
      "Squashed changes"
    ])
  })

  it("are bullets, whatever their sign, with their continuation", () => {
    const found = splitStatements(
      ["* one", "  more", "- two", "1. three", "", "   continued", "", "Then prose."].join("\n")
    )
    assert.deepStrictEqual(
      found.map(({ kind, text }) => `${kind}: ${text}`),
      ["bullet: one more", "bullet: two", "bullet: three", "sentence: continued", "sentence: Then prose."]
    )
  })

  it("leave out code, tables, quotes, headings and addresses", () => {
    assert.deepStrictEqual(
      texts(
        "# Why",
        "Before.",
        "",
        "    because = 1",
        "",
        "```",
        "otherwise()",
        "```",
        "> quoted",
        "| a | b |",
        "Link: https://e.org",
        "After."
      ),
      ["Before.", "After."]
    )
    assert.deepStrictEqual(texts("Run it:", "", "  make", "done because."), ["Run it:", "done because."])
  })

  it("of a huge text are found in little time", () => {
    for (const part of ["a. ", "- a\n", "(", "    x\n\n", "a\n"]) {
      assert.isAtMost(texts(part.repeat(1_000_000)).join("").length, 32_768)
    }
  })
})
