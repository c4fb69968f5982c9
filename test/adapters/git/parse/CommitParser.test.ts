import { assert, describe, it } from "@effect/vitest"
import { parseCommit } from "../../../../src/adapters/git/parse/CommitParser.ts"
import { idOf } from "../generated.ts"
import { processorMillis } from "../../../support/processorMillis.ts"

const commit = (author: string) =>
  parseCommit(
    idOf(1),
    Buffer.from(
      `tree ${"0".repeat(40)}\nauthor ${author}\ncommitter Ada Lovelace <ada@example.org> 1700000000 +0000\n\nAdd\n`
    )
  )

describe("a person in a commit", () => {
  it.each([
    ["Ada Lovelace <ada@example.org> 1700000001 +0000", "Ada Lovelace", "ada@example.org", 1700000001],
    ["<ada@example.org> 1 +0000", "", "ada@example.org", 1],
    ["Ada <> 1 +0000", "Ada", "", 1],
    ["Ada  \t<ada@example.org>-5 +0000", "Ada", "ada@example.org", -5],
    ["A <B <a@b> 1 +0000", "A <B", "a@b", 1],
    ["Ada <a@b> never", "Ada", "a@b", 0],
    ["Ada a@b 1 +0000", "Ada a@b 1 +0000", "", 0]
  ])("is read from %j", (header, name, email, authorTime) => {
    const found = commit(header)
    assert.deepStrictEqual([found.author, found.authorTime], [{ name, email }, authorTime])
  })

  it("with a name of 200,000 characters is read in little time", () => {
    const headers = ["a b", "a b <x@y>", "a b> <x", "a <<b> 1"].map((header) =>
      header.replace(" ", " ".repeat(200_000))
    )
    assert.isBelow(
      processorMillis(() => headers.map(commit)),
      1000
    )
  })
})
