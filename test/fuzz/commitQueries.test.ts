import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import type { Random } from "../../bench/verify/random.ts"
import { parseQuery } from "../../src/commits/asking/query.ts"
import type { SearchPosition } from "../../src/commits/asking/search.ts"
import type { Database } from "../../src/sql/Database.ts"
import { found, indexWith } from "../support/commits/smallIndex.ts"
import { repeated, texts } from "../support/fuzz/random.ts"
import { scaled } from "../support/scale.ts"

const hostile: ReadonlyArray<string> = [
  ...texts,
  '"',
  '""',
  '"""',
  "'",
  "*",
  "**",
  "a*",
  "*a",
  "^",
  "^ ^",
  "NEAR(",
  "NEAR(a",
  "NEAR(a b, 99999999999999999999)",
  "NEAR(a b, -1)",
  "col:",
  "col: a",
  "subject:",
  "subject: :",
  "- subject: a",
  "{subject body}: a",
  "{}: a",
  "patch_preview:",
  "rowid: 1",
  "rank: a",
  "search MATCH a",
  "a AND",
  "AND",
  "NOT",
  "NOT a",
  "OR OR OR",
  "AND AND",
  "a NOT",
  "a + b",
  "+",
  "(",
  "(((((a",
  `${"(".repeat(400)}a${")".repeat(400)}`,
  "-x",
  "--all",
  "rate-limit",
  "a-b-c-d",
  "-",
  "_",
  "___",
  "_-_",
  "a_",
  "a__b",
  ".",
  "../..",
  "a/b/c.d",
  "a::b",
  "https://example.org/x?y=1#z",
  "C++",
  "#4141",
  "fix(parser): x",
  "foo()",
  "'; DROP TABLE commits; --",
  '"); DELETE FROM search; --',
  "👩‍👩‍👧 emoji",
  "🎉",
  "a\0b",
  '"a\0b"',
  "a\ud800b",
  "\ufeff\u202e\u200b",
  "é e\u0301 ﬁ ß İ",
  "中",
  "中文搜索",
  "ไทย",
  "!?.,;:",
  "a ".repeat(5_000),
  Array.from({ length: 2_000 }, (_, index) => `word${index}`).join(" "),
  Array.from({ length: 300 }, (_, index) => `"w${index}"`).join(" OR "),
  "x_".repeat(5_000),
  "aB".repeat(5_000),
  "a.".repeat(5_000),
  '"'.repeat(10_001),
  "a\n\t\r b"
]

const words = [
  "limit",
  "rate",
  "the",
  "ECONNRESET",
  "é",
  "中文",
  "🎉",
  "rate_limit",
  "rateLimit",
  "1",
  "_",
  "a",
  "stream.c"
]
const signs = [
  '"',
  '""',
  "*",
  "^",
  "(",
  ")",
  ":",
  "+",
  "-",
  "{",
  "}",
  ",",
  ".",
  "/",
  "'",
  ";",
  " ",
  " ",
  " ",
  "\0",
  "\n"
]
const operators = [
  " AND ",
  " OR ",
  " NOT ",
  "NEAR(",
  "NEAR",
  "subject:",
  "patch_preview:",
  "body :",
  "col:",
  "\ud83c",
  "\u0301"
]
const pieces: ReadonlyArray<string> = [...words, ...signs, ...operators]

const assembled = (random: Random): string =>
  Array.from({ length: 1 + random.below(9) }, () => random.pick(pieces) ?? "").join("")

/** Answers without an error, in well-formed text, each result once on all its pages. */
const check = (database: Database, query: string): void => {
  const seen = new Set<string>()
  let after: SearchPosition | undefined
  do {
    const page = found(database, query, { limit: 2, after })
    for (const { patch_excerpt: excerpt, sha } of page.results) {
      assert.isFalse(seen.has(sha), `${JSON.stringify(query.slice(0, 200))} gives ${sha} twice`)
      assert.isTrue(excerpt.isWellFormed())
      seen.add(sha)
    }
    after = page.next
  } while (after !== undefined)
}

const entries = [
  {
    subject: "Rate limit the stream",
    body: "The limit is 1.",
    changes: { "net/stream.c": ["+int rate_limit;", "-é"] }
  },
  { subject: "rateLimit: 中文搜索 🎉", why: "ECONNRESET", changes: { "a b/c.ts": ["+const a = 1"] } },
  { subject: "a", body: "the the the" },
  { subject: "" }
]

describe("queries with anything in them", () => {
  it.effect("are answered where they are hostile", () =>
    Effect.gen(function* () {
      const database = yield* indexWith(entries)
      for (const query of hostile) check(database, query)
    })
  )

  it.effect("are answered whatever they are put together of", () =>
    Effect.gen(function* () {
      const database = yield* indexWith(entries)
      const runs = repeated(scaled(800, 60_000), (random) => check(database, assembled(random)))
      assert.isAbove(runs, 0)
    })
  )

  it("look for a bounded number of words", () => {
    for (const query of hostile) {
      const { expressions, words: asked } = parseQuery(query)
      assert.isAtMost(asked.length, 32)
      for (const { match, terms } of expressions) {
        assert.isAtMost(terms.length, 48, query.slice(0, 80))
        assert.isAtMost(match.length, 20_000, query.slice(0, 80))
      }
    }
  })
})
