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

  it("leave out what git log writes of a commit, and its message", () => {
    const head = ["commit 6edd13594c4b5a3eceabffc5542c12c90820bfa8", "Author: Ada <ada@example.org>"]
    const log = [...head, "Date:   Fri Nov 17 11:30:23 2023 +1100", "", "    Avoid a leak", ""]
    assert.deepStrictEqual(texts("Squashed:", "", ...log, ...log, "Date: the column."), [
      "Squashed:",
      "Date: the column."
    ])
  })

  it("leave out commands at the prompt of a shell, and what they print", () => {
    const session = ["bash-5.1$ make all", "Linked because asked", "$ ls", "a so that b", "", "It costs $ 5 to avoid."]
    assert.deepStrictEqual(texts("Before:", "", ...session), ["Before:", "It costs $ 5 to avoid."])
    assert.deepStrictEqual(texts(">>> avoid()", "1", "", "PS C:\\x> dir", "", "After."), ["After."])
  })

  it("go on after code within a sentence, and not after code that ends one or stands for itself", () => {
    const after = ["that followed counted twice.", "Remove it."]
    assert.deepStrictEqual(texts("Writes count, so the line", "", "    a += b", "", ...after), [
      "Writes count, so the line a += b that followed counted twice.",
      "Remove it."
    ])
    assert.deepStrictEqual(texts("So the line", "```", "a += b", "```", ...after), [
      "So the line a += b that followed counted twice.",
      "Remove it."
    ])
    assert.deepStrictEqual(texts("It ends.", "", "    a += b", "", ...after), ["It ends.", ...after])
    assert.deepStrictEqual(texts("It prints", "", "    a += b", "", "Now not."), ["It prints", "Now not."])
    assert.deepStrictEqual(texts("It is", "", "    a", "    b", "    c", "    d", "", ...after), ["It is", ...after])
    assert.deepStrictEqual(texts("No end", "", ...after), ["No end", ...after])
  })

  it("of a huge text are found in little time", () => {
    for (const part of ["a. ", "- a\n", "(", "    x\n\n", "a\n"]) {
      assert.isAtMost(texts(part.repeat(1_000_000)).join("").length, 32_768)
    }
  })
})
