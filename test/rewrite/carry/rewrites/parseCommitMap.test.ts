import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import { parseMap } from "../../../../src/rewrite/carry/rewrites/parseCommitMap.ts"

const a = "a".repeat(40)
const b = "b".repeat(40)
const zeros = "0".repeat(40)

const pairsOf = (text: string) =>
  Result.match(parseMap(text, "sha1"), {
    onFailure: ({ message }): unknown => message,
    onSuccess: (pairs) => pairs.map(({ from, to }) => `${from.slice(0, 2)} ${to.slice(0, 2)}`)
  })

describe("parseMap", () => {
  it.each([
    [
      "the commit-map of git filter-repo",
      `old                                      new\n${a} ${b}\n${b} ${zeros}\n`,
      ["aa bb", "bb 00"]
    ],
    ["the object-id-map of BFG", `${a} ${b}\n${b} ${a}`, ["aa bb", "bb aa"]],
    ["lines that end as on Windows, and empty ones", `\r\n${a}\t${b}\r\n\r\n`, ["aa bb"]],
    ["a byte order mark and ids in capitals", `\uFEFF${a.toUpperCase()} ${b}\n`, ["aa bb"]],
    ["a line twice", `${a} ${b}\n${a} ${b}\n`, ["aa bb", "aa bb"]],
    ["nothing", "", []]
  ])("reads %s", (_, text, expected) => {
    assert.deepStrictEqual(pairsOf(text), expected)
  })

  it.each([
    [
      "an abbreviated id",
      `${a} ${b}\n${a} ${b.slice(0, 12)}\n`,
      "Line 2 of the map has 'bbbbbbbbbbbb', which is not a full commit id."
    ],
    ["a word that is no id", `${a} main\n`, "Line 1 of the map has 'main', which is not a full commit id."],
    ["one id alone", `\n${a}\n`, "Line 2 of the map is not an old id and a new id."],
    [
      "an id of another object format",
      `${a} ${"b".repeat(64)}\n`,
      `Line 1 of the map has '${"b".repeat(64)}', which is not a full commit id.`
    ],
    [
      "a header after the first line",
      `${a} ${b}\nold new\n`,
      "Line 2 of the map has 'old', which is not a full commit id."
    ]
  ])("names the line of %s", (_, text, message) => {
    assert.strictEqual(pairsOf(text), message)
  })
})
