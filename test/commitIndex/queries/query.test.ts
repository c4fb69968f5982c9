import { assert, describe, it } from "@effect/vitest"
import { parseQuery } from "../../../src/commitIndex/queries/query.ts"

describe("a query", () => {
  it("has a term for each word, and all words as a phrase", () => {
    const { phrase, terms } = parseQuery("rate limiter")
    assert.deepStrictEqual(terms, ['"rate"', '"limiter"'])
    assert.strictEqual(phrase, '"rate limiter"')
  })

  it("matches every spelling of an identifier, and falls back to its parts", () => {
    const { parts, phrase, terms } = parseQuery("rateLimiter")
    assert.deepStrictEqual(terms, ['("rate Limiter" OR "rateLimiter")'])
    assert.deepStrictEqual(parts, ['"rate"', '"Limiter"'])
    assert.isUndefined(phrase)
  })

  it("treats paths and dotted names as phrases", () => {
    assert.deepStrictEqual(parseQuery("src/net/stream.c").terms, ['"src/net/stream.c"'])
    assert.deepStrictEqual(parseQuery("fs.readFile").terms, ['"fs.readFile"'])
  })

  it("finds parts of unspaced text by bigrams", () => {
    assert.deepStrictEqual(parseQuery("搜索引擎").terms, ['("搜索引擎" OR "搜索 索引 引擎")'])
  })

  it("ignores stop words unless there are no others", () => {
    assert.deepStrictEqual(parseQuery("why was the parser removed?").words, ["parser", "removed"])
    assert.deepStrictEqual(parseQuery("file is not read after it only looks like one").words, ["file", "read"])
    assert.deepStrictEqual(parseQuery("knot nothingness likely notify").words.length, 4)
    assert.deepStrictEqual(parseQuery("what is this").words, ["what", "is", "this"])
    assert.deepStrictEqual(parseQuery("AND").words, ["AND"])
  })

  it("keeps FTS5 syntax, with the column of patches under its old name", () => {
    assert.strictEqual(parseQuery('patch_preview: "a b" OR limit*').syntax, 'patch: "a b" OR limit*')
    assert.isUndefined(parseQuery("rate limiter").syntax)
  })

  it("treats a sentence with quotations as words, and each quotation also as a phrase", () => {
    const { syntax, terms } = parseQuery('"lost the race" after a panic')
    assert.isUndefined(syntax)
    assert.deepStrictEqual(terms, ['"lost the race"', '"lost"', '"race"', '"panic"'])
    assert.isUndefined(parseQuery("used when a pane is closed with ^D").syntax)
    assert.isDefined(parseQuery('"lost the race" panic').syntax)
    assert.isDefined(parseQuery('"lost the race" AND after').syntax)
    assert.isDefined(parseQuery('subject : "the race" after').syntax)
    assert.isDefined(parseQuery("(after panic*)").syntax)
  })

  it("treats a prefix of one or two letters as a word", () => {
    assert.isUndefined(parseQuery("ab*").syntax)
    assert.isUndefined(parseQuery('"ab" *').syntax)
    assert.isDefined(parseQuery("abc*").syntax)
  })

  it("has no word in punctuation alone", () => {
    for (const text of ["", " ", '"', "*", "-", "___", "_-_", "!?", "🎉", "\0"]) {
      assert.deepStrictEqual(parseQuery(text).words, [], text)
      assert.isUndefined(parseQuery(text).syntax, text)
    }
  })

  it("ignores words beyond the 32nd", () => {
    const text = Array.from({ length: 2_000 }, (_, index) => `word${index}`).join(" ")
    assert.strictEqual(parseQuery(text).words.length, 32)
    assert.isUndefined(parseQuery(text.replaceAll(" ", " OR ")).syntax)
  })
})
