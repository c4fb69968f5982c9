import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { parseQuery } from "../../src/commitIndex/queries/query.ts"
import type { SearchPosition } from "../../src/commitIndex/queries/search.ts"
import type { Database } from "../../src/adapters/sql/Database.ts"
import { assembled, hostile } from "../support/commits/queries.ts"
import { found, indexWith } from "../support/commits/smallIndex.ts"
import { repeated } from "../support/fuzz/random.ts"
import { scaled } from "../support/scale.ts"

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

describe("arbitrary queries", () => {
  it.effect("are answered when hostile", () =>
    Effect.gen(function* () {
      const database = yield* indexWith(entries)
      for (const query of hostile) check(database, query)
    })
  )

  it.effect("are answered for any combination of parts", () =>
    Effect.gen(function* () {
      const database = yield* indexWith(entries)
      const runs = repeated(scaled(300, 60_000), (random) => check(database, assembled(random)))
      assert.isAbove(runs, 0)
    })
  )

  it("look for a bounded number of words", () => {
    for (const query of hostile) {
      const { parts, terms, words: asked } = parseQuery(query)
      assert.isAtMost(asked.length, 32)
      for (const some of [parts, terms]) {
        assert.isAtMost(some.length, 48, query.slice(0, 80))
        assert.isAtMost(some.join(" OR ").length, 20_000, query.slice(0, 80))
      }
    }
  })
})
