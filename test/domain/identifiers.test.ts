import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { listSpellings, splitIdentifier } from "../../src/domain/identifiers.ts"

/** The rule as a regular expression. */
const boundary = /[_-]+|(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u
const camelBoundary = /[\p{Ll}\p{N}]\p{Lu}|\p{Lu}\p{Lu}\p{Ll}/u
const connector = /[\p{L}\p{N}][_-]+[\p{L}\p{N}]/u
const split = (word: string) => word.split(boundary).filter((part) => part !== "")
const spellWord = (word: string) =>
  word.length < 3 || word.length > 80
    ? []
    : [
        ...(camelBoundary.test(word) ? [split(word).join(" ")] : []),
        ...(connector.test(word) ? [split(word).join("")] : [])
      ]
const spell = (text: string) => new Set((text.match(/[\p{L}\p{N}_-]+/gu) ?? []).flatMap(spellWord))

/** Letters of every kind, of one and two UTF-16 units, digits, marks, connectors, and characters outside of words. */
const characters = [
  "a",
  "b",
  "A",
  "B",
  "0",
  "_",
  "-",
  ".",
  " ",
  "é",
  "É",
  "ǅ",
  "ʰ",
  "中",
  "Ⅳ",
  "²",
  "\u0301",
  "𝐀",
  "𝐚",
  "😀"
]
const Word = Schema.Array(Schema.Literals([...characters, "\ud800"])).pipe(Schema.check(Schema.isMaxLength(16)))

describe("identifiers", () => {
  it.each([
    ["rateLimiter", ["rate", "Limiter"]],
    ["rate_limiter", ["rate", "limiter"]],
    ["--rate-limiter--", ["rate", "limiter"]],
    ["HTTPServer2Go", ["HTTP", "Server2", "Go"]],
    ["übergrößeMaß", ["übergröße", "Maß"]],
    ["A.bC", ["A.b", "C"]],
    ["___", []],
    ["", []]
  ])("splits %s", (word, parts) => {
    assert.deepStrictEqual(splitIdentifier(word), parts)
  })

  it.each([
    ["the rateLimiter of rate_limiter", ["rate Limiter", "ratelimiter"]],
    ["one_twoThree", ["one two Three", "onetwoThree"]],
    ["aB a_ _leading trailing_ word", []],
    [`a${"B".repeat(100)}`, []]
  ])("lists the spellings of %s", (text, spellings) => {
    assert.deepStrictEqual([...listSpellings([text])], spellings)
  })

  it.prop("splits and spells as the regular expressions do", [Word], ([word]) => {
    const text = word.join("")
    assert.deepStrictEqual(splitIdentifier(text), split(text))
    assert.deepStrictEqual(listSpellings([text]), spell(text))
  })

  it("splits words of 200,000 characters", () => {
    const half = 100_000
    assert.lengthOf(splitIdentifier("aB".repeat(half)), half + 1)
    assert.lengthOf(splitIdentifier("a_".repeat(half)), half)
    assert.lengthOf(splitIdentifier("_".repeat(2 * half)), 0)
    assert.lengthOf(splitIdentifier("A".repeat(2 * half)), 1)
  })
})
