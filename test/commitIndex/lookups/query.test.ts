import { assert, describe, it } from "@effect/vitest"
import { maxWords, parseQuery } from "../../../src/commitIndex/lookups/query.ts"

const matches = (text: string): ReadonlyArray<string> =>
  parseQuery(text).expressions.map(({ index, match }) => `${index} ${match}`)

describe("a query", () => {
  it("looks for all words in subjects, in messages and in patches, then for any", () => {
    assert.deepStrictEqual(matches("rate limiter"), [
      'messages subject : ("rate" AND "limiter")',
      'messages "rate" AND "limiter"',
      'search "rate" AND "limiter"',
      'messages "rate" OR "limiter"'
    ])
  })

  it("wants many words near each other in a patch", () => {
    const [, , inPatch] = matches("server hangs reading large bodies")
    assert.strictEqual(inPatch, 'search NEAR("server" "hangs" "reading" "large" "bodies", 40)')
  })

  it("looks for every spelling of an identifier, and for nothing that has only some of its parts", () => {
    assert.deepStrictEqual(matches("rateLimiter"), [
      'messages subject : (("rate Limiter" OR "rateLimiter"))',
      'messages ("rate Limiter" OR "rateLimiter")',
      'search ("rate Limiter" OR "rateLimiter")',
      'messages "rate" AND "Limiter"'
    ])
  })

  it("takes a path and a dotted name for one phrase", () => {
    assert.include(matches("src/net/stream.c"), 'messages "src/net/stream.c"')
    assert.include(matches("fs.readFile"), 'messages "fs.readFile"')
  })

  it("finds part of a run of letters without spaces by its pairs", () => {
    assert.include(matches("搜索引擎"), 'messages ("搜索引擎" OR "搜索 索引 引擎")')
  })

  it("passes over words that say nothing, unless there is no other", () => {
    assert.deepStrictEqual(parseQuery("why was the parser removed?").words, ["parser", "removed"])
    assert.deepStrictEqual(parseQuery("what is this").words, ["what", "is", "this"])
    assert.deepStrictEqual(parseQuery("AND").words, ["AND"])
  })

  it("keeps what is written in FTS5's syntax, with the old name of the patch's column", () => {
    const query = parseQuery('patch_preview: "a b" OR limit*')
    assert.strictEqual(query.syntaxCount, 2)
    assert.strictEqual(query.expressions[0]?.match, 'patch: "a b" OR limit*')
  })

  it("asks only the index with the patches what is not in a commit", () => {
    assert.deepStrictEqual(matches("retry NOT limiter")[0], "search retry NOT limiter")
    assert.strictEqual(parseQuery("retry NOT limiter").syntaxCount, 1)
  })

  it("takes a beginning of one or two letters for a word", () => {
    assert.strictEqual(parseQuery("ab*").syntaxCount, 0)
    assert.strictEqual(parseQuery('"ab" *').syntaxCount, 0)
    assert.strictEqual(parseQuery("abc*").syntaxCount, 2)
  })

  it("finds nothing to look for in signs alone", () => {
    for (const text of ["", " ", '"', "*", "-", "___", "_-_", "!?", "🎉", "\0"]) {
      assert.deepStrictEqual(parseQuery(text).expressions, [], text)
    }
  })

  it("leaves out what comes after so many words", () => {
    const text = Array.from({ length: 2_000 }, (_, index) => `word${index}`).join(" ")
    assert.strictEqual(parseQuery(text).words.length, maxWords)
    assert.strictEqual(parseQuery(text.replaceAll(" ", " OR ")).syntaxCount, 0)
  })
})
