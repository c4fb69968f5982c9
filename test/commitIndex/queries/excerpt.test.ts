import { assert, describe, it } from "@effect/vitest"
import { containsAny, extractExcerpt, makeWordFinders } from "../../../src/commitIndex/queries/excerpt.ts"
import { splitPatch } from "../../../src/commitIndex/model/patchText.ts"
import { patchText } from "../../support/commits/smallIndex.ts"

const passage = (changes: Readonly<Record<string, ReadonlyArray<string>>>, ...words: ReadonlyArray<string>) =>
  extractExcerpt(splitPatch(Buffer.from(patchText(changes))), makeWordFinders(words))

const changes = {
  "a.ts": ["+one", "+two", "-three limits", "+four", "+five", "+six"],
  "b.ts": ["+const rateLimiter = 1", "-let rate_limiter", "+nothing"],
  "c.ts": ["+unrelated"]
}

describe("an excerpt", () => {
  it("is the lines around the best match, with their signs", () => {
    assert.strictEqual(passage(changes, "limit", "three").text, "+++ b/a.ts\n+one\n+two\n-three limits\n+four\n+five")
  })

  it("lists only files with a matching line", () => {
    assert.deepStrictEqual(passage(changes, "rateLimiter").paths, ["b.ts"])
    assert.deepStrictEqual(passage(changes, "limiter", "three").paths, ["a.ts", "b.ts"])
    assert.deepStrictEqual(passage({ "d.ts": ["+x"] }, "place", "diff").paths, [])
  })

  it("is the first changed lines if none matches", () => {
    assert.strictEqual(passage({ "c.ts": ["+unrelated"] }, "nowhere").text, "+++ b/c.ts\n+unrelated")
    assert.deepStrictEqual(extractExcerpt([], makeWordFinders(["x"])), { text: "", paths: [] })
  })

  it("shows the matching line even after long lines", () => {
    const long = `+${"x".repeat(1_000)}`
    const { text } = passage({ "a.ts": [long, long, "+the needle", long, long] }, "needle")
    assert.include(text, "+the needle")
    assert.isAtMost(text.length, 400)
  })

  it("clips a long line around the match", () => {
    const { text } = passage({ "a.js": [`+${"x".repeat(1_000)} needle ${"y".repeat(1_000)}`] }, "needle")
    assert.include(text, "needle")
    assert.match(text, /\n\+/)
    assert.isAtMost(text.length, 400)
  })

  it("finds other forms, spellings and accents of a word", () => {
    const pairs: ReadonlyArray<readonly [string, string]> = [
      ["timers", "+a timer"],
      ["truncate", "+truncating"],
      ["running", "+run()"],
      ["copies", "+copy(x)"],
      ["rateLimiter", "+rate_limiters"],
      ["rate-limiter", "+RateLimiter"],
      ["cafe", "+Café"],
      ["naïve", "+naive"]
    ]
    for (const [word, line] of pairs) assert.isTrue(containsAny(makeWordFinders([word]), line), `${word}, ${line}`)
    assert.isFalse(containsAny(makeWordFinders(["timer"]), "+clock"))
  })

  it("finds a short word only at the start of a word", () => {
    assert.isTrue(containsAny(makeWordFinders(["fix"]), "+a fixed prefix"))
    assert.isFalse(containsAny(makeWordFinders(["fix"]), "+a prefix"))
    assert.isTrue(containsAny(makeWordFinders(["tcp"]), "+uv_tcp_init"))
    assert.isTrue(containsAny(makeWordFinders(["性能"]), "+引擎的性能"))
  })
})
