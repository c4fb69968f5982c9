import { assert, describe, it } from "@effect/vitest"
import { Effect, Result } from "effect"
import type { SearchPosition } from "../../../src/commitIndex/queries/search.ts"
import type { Filters } from "../../../src/commitIndex/queries/filters.ts"
import { findTouches } from "../../../src/commitIndex/queries/touches.ts"
import type { Database } from "../../../src/adapters/sql/Database.ts"
import { type Entry, found, indexWith, noFilters, subjects, writeEntries } from "../../support/commits/smallIndex.ts"

const hugePatch = Array.from({ length: 400 }, (_, line) => `+filler ${line} about gyp and what was removed`)

const retry: Entry = {
  subject: "Retry uploads",
  body: "The upload is retried when the connection was reset.",
  time: 1_700_000_009
}

/** Another commit whose words are the same. */
const retryAgain: Entry = { ...retry, subject: "Retry uploads!" }

const entries: ReadonlyArray<Entry> = [
  { subject: "Import the vendored build tools", changes: { "tools/all.py": hugePatch } },
  {
    subject: "build: drop support for gyp",
    body: "Removed, as nobody maintains it.",
    changes: { "uv.gyp": hugePatch }
  },
  {
    subject: "Add a rateLimiter",
    changes: {
      "src/middleware/limit.ts": ["+const rateLimiter = makeBucket()", "-// no limit", "+export { rateLimiter }"],
      "docs/README.md": ["+Unrelated words."]
    }
  },
  { subject: "Tune rate_limiter", changes: { "src/limit.py": ["+rate_limiter.tune()"] } },
  { subject: "Describe the rate-limiter", changes: { "docs/limits.md": ["+A rate-limiter holds requests back."] } },
  { subject: "Move things", body: "So that the café is naïve no more.", changes: { "a.txt": ["+moved"] } },
  { subject: "改进搜索引擎的性能", changes: { "b.txt": ["+更快"] } },
  {
    subject: "Keep sessions short",
    why: "Tokens leaked by proxies must die soon.",
    changes: { "c.ts": ["+ttl = 60"] }
  },
  { subject: "Handle ECONNRESET", changes: { "net/stream.c": ["-  abort();", "+  return UV_ECONNRESET;"] } },
  retry,
  retryAgain,
  { subject: "Release 1.0", body: "Retry uploads\nHandle resets\nTune the limiter\nDescribe limits\nMove things" },
  { subject: "Bump", changes: { "src/unix/cygwin.c": ["+int x;"] }, repo: "two" }
]

const idsIn = (database: Database, query: string, after?: SearchPosition) =>
  found(database, query, { limit: 50, after }).results.map(({ sha }) => sha)

describe("search of commits", () => {
  const fixId = "abcdef1".padStart(40, "0")
  const fix = { subject: "Fix it", id: 0xabcdef1, time: 1_700_000_000 }
  const revert = { subject: `Revert ${fixId}`, time: 1_900_000_000 }

  it.effect("finds a commit by its id or the beginning of it, before commits that mention it", () =>
    Effect.gen(function* () {
      const database = yield* indexWith([...entries, fix, revert])
      assert.deepStrictEqual(subjects(found(database, fixId)), [fix.subject, revert.subject])
      for (const query of [fixId.slice(0, 38), ` ${fixId.toUpperCase()} `]) {
        assert.strictEqual(idsIn(database, query)[0], fixId, query)
      }
      assert.deepStrictEqual(idsIn(database, fixId.slice(0, 6)), [])
      assert.deepStrictEqual(subjects(found(database, fixId, { filters: { since: 1_800_000_000 } })), [revert.subject])
    })
  )

  it.effect("continues after a commit that was found by its id", () =>
    Effect.gen(function* () {
      const database = yield* indexWith([...entries, fix, revert])
      const first = found(database, fixId, { limit: 1 })
      assert.deepStrictEqual(subjects(first), [fix.subject])
      assert.deepStrictEqual(subjects(found(database, fixId, { after: first.next })), [revert.subject])
    })
  )

  it.effect("continues with all other matches after a commit that was found by its id among other words", () =>
    Effect.gen(function* () {
      const database = yield* indexWith([...entries, { ...fix, subject: "Handle uploads" }])
      const query = `retry uploads as in ${fixId}`
      const all = idsIn(database, query)
      assert.strictEqual(all[0], fixId)
      assert.isAbove(all.length, 3)
      for (const limit of [1, 2]) {
        const pages: Array<string> = []
        let page = found(database, query, { limit })
        for (; page.next !== undefined; page = found(database, query, { limit, after: page.next })) {
          pages.push(...page.results.map(({ sha }) => sha))
        }
        assert.deepStrictEqual([...pages, ...page.results.map(({ sha }) => sha)], all)
      }
    })
  )

  it.effect("finds an identifier by any of its spellings", () =>
    Effect.gen(function* () {
      const database = yield* indexWith(entries)
      for (const query of ["rateLimiter", "rate_limiter", "rate-limiter", "RateLimiter", "ratelimiter"]) {
        const three = subjects(found(database, query)).toSorted()
        assert.deepStrictEqual(three, ["Add a rateLimiter", "Describe the rate-limiter", "Tune rate_limiter"], query)
      }
    })
  )

  it.effect("finds a name of many parts by any of its spellings", () =>
    Effect.gen(function* () {
      const database = yield* indexWith([
        { subject: "Call getFinalPathName", changes: {} },
        { subject: "Wrap get_final_path_name", changes: {} },
        { subject: "Find the path", changes: { "a.c": ["+GetFinalPathName(h)"] } },
        { subject: "Get the final name of a path", changes: {} }
      ])
      for (const query of ["getFinalPathName", "get_final_path_name", "getfinalpathname", "GetFinal_pathName"]) {
        const all = subjects(found(database, query)).slice(0, 3).toSorted()
        assert.deepStrictEqual(all, ["Call getFinalPathName", "Find the path", "Wrap get_final_path_name"], query)
      }
    })
  )

  it.effect("ranks message matches above matches in a long patch", () =>
    Effect.gen(function* () {
      const database = yield* indexWith(entries)
      const both = subjects(found(database, "why was gyp removed?"))
      assert.deepStrictEqual(both, ["build: drop support for gyp", "Import the vendored build tools"])
    })
  )

  it.effect("finds words of paths, reasons, letters with accents and runs without spaces", () =>
    Effect.gen(function* () {
      const database = yield* indexWith(entries)
      assert.deepStrictEqual(subjects(found(database, "cygwin.c")), ["Bump"])
      assert.deepStrictEqual(subjects(found(database, "src/unix/cygwin.c"))[0], "Bump")
      assert.deepStrictEqual(subjects(found(database, "cafe naive")), ["Move things"])
      assert.deepStrictEqual(subjects(found(database, "CAFÉ")), ["Move things"])
      for (const query of ["搜索引擎", "搜索", "的性能", "改进搜索引擎的性能"]) {
        assert.deepStrictEqual(subjects(found(database, query)), ["改进搜索引擎的性能"], query)
      }
      const [why] = found(database, "leaked tokens").results
      assert.strictEqual(why?.intent, "Tokens leaked by proxies must die soon.")
    })
  )

  it.effect("falls back to any word if too few commits have all", () =>
    Effect.gen(function* () {
      const database = yield* indexWith(entries)
      const [first] = subjects(found(database, "uploads fail with nonsense after the connection was reset"))
      assert.strictEqual(first, "Retry uploads")
      assert.deepStrictEqual(subjects(found(database, "nowhere to be seen")), [])
    })
  )

  it.effect("finds words near each other in a patch even if another commit's message has them", () =>
    Effect.gen(function* () {
      const words = "alpha beta gamma delta"
      const changes = { "a.c": [`+${words}`] }
      const database = yield* indexWith([
        { subject: "Beta delta", body: "alpha, gamma" },
        { subject: "Other", changes }
      ])
      assert.deepStrictEqual(subjects(found(database, words)), ["Beta delta", "Other"])
    })
  )

  it.effect("breaks ties by age, repository and id", () =>
    Effect.gen(function* () {
      const database = yield* indexWith([
        { ...retryAgain, repo: "two", subject: "Retry uploads?" },
        ...entries,
        { ...retry, time: 1_700_100_000 }
      ])
      const ids = found(database, "retry uploads").results.map(({ sha }) => Number.parseInt(sha, 16))
      assert.deepStrictEqual(ids.slice(0, 4), [15, 11, 12, 1])
    })
  )

  it.effect("gives the same commit under several ids once, with the others that pass the filters", () =>
    Effect.gen(function* () {
      const database = yield* indexWith([
        { ...retry, repo: "two" },
        retry,
        { ...retry, body: "The upload is retried when the connection was reset.\n(cherry picked)" },
        { ...retry, time: 1_700_100_000, subject: "Retry more uploads" }
      ])
      const two = { repo: "two", sha: "1".padStart(40, "0") }
      const picked = { repo: "one", sha: "3".padStart(40, "0") }
      const copiesFor = (filters: Partial<Filters> = {}) =>
        new Map(found(database, "retry uploads", { filters }).results.map(({ copies, sha }) => [Number(sha), copies]))
      assert.strictEqual(copiesFor().size, 2)
      assert.deepStrictEqual<unknown>(copiesFor().get(2), [picked, two])
      assert.deepStrictEqual<unknown>(copiesFor({ repositories: [2] }).get(2), [picked])
      const first = found(database, "retry uploads", { limit: 1 })
      const second = found(database, "retry uploads", { limit: 1, after: first.next })
      assert.deepStrictEqual([first.results.length, second.results.length, second.next], [1, 1, undefined])
    })
  )

  it.effect("is independent of the order of indexing", () =>
    Effect.gen(function* () {
      const all = ["one", "two", "three"].flatMap((repo, number) =>
        entries.map((entry, place) => ({
          ...entry,
          subject: `${entry.subject} ${repo}`,
          repo,
          id: number * 100 + place + 1,
          time: 1_700_000_000 + (place % 3)
        }))
      )
      const [first, other] = yield* Effect.all([indexWith(all), indexWith(all.toReversed())])
      const queries = ["retry uploads", "limiter", "gyp OR reset", "tune limiter removed uploads", "move things"]
      for (const query of queries) {
        const expected = found(first, query, { limit: 50 }).results
        assert.isAbove(expected.length, 5)
        assert.deepStrictEqual(found(other, query, { limit: 50 }).results, expected, query)
      }
      const files = { path: "s", filters: noFilters, limit: 50, after: undefined }
      const [some, same] = [first, other].map((database) =>
        database.use((connection) => findTouches(connection, files))
      )
      assert.deepStrictEqual(some, same)
    })
  )

  it.effect("continues a page after further commits were indexed", () =>
    Effect.gen(function* () {
      const database = yield* indexWith(entries.flatMap((entry) => [entry, entry, entry]))
      const filler = Array.from({ length: 200 }, (_, id): Entry => ({ subject: "Nothing alike", id: id + 1_000 }))
      const before = ["retry uploads", "limiter", "move things"].map((query) => {
        const all = idsIn(database, query)
        assert.isAbove(all.length, 4)
        return { query, all, page: found(database, query, { limit: 4 }) }
      })
      Result.getOrThrow(database.transact((connection) => writeEntries(connection, filler)))
      for (const { all, page, query } of before) {
        assert.deepStrictEqual(idsIn(database, query, page.next), all.slice(4), query)
      }
    })
  )

  it.effect("shows the lines that match, with their signs, and the paths that match", () =>
    Effect.gen(function* () {
      const database = yield* indexWith(entries)
      const [reset] = found(database, "UV_ECONNRESET").results
      assert.strictEqual(reset?.patch_excerpt, "+++ b/net/stream.c\n-  abort();\n+  return UV_ECONNRESET;")
      assert.deepStrictEqual(reset?.matched_paths, ["net/stream.c"])
      const limiter = found(database, "rateLimiter").results.find(({ subject }) => subject === "Add a rateLimiter")
      assert.deepStrictEqual(limiter?.matched_paths, ["src/middleware/limit.ts"])
      const [named] = found(database, "cygwin").results
      assert.deepStrictEqual(named?.matched_paths, ["src/unix/cygwin.c"])
    })
  )

  it.effect("accepts FTS5 syntax", () =>
    Effect.gen(function* () {
      const database = yield* indexWith(entries)
      const [uploads, again, release] = ["Retry uploads", "Retry uploads!", "Release 1.0"]
      const cases: ReadonlyArray<readonly [string, ReadonlyArray<string>]> = [
        ['"connection was reset"', [uploads, again]],
        ['"reset connection was"', []],
        ["uploa*", [uploads, again, release]],
        ["ECONNRESET OR bump", ["Bump", "Handle ECONNRESET"]],
        ["retry NOT limiter", [uploads, again]],
        ["NEAR(connection reset, 2)", [uploads, again]],
        ["subject: uploads", [uploads, again]],
        ["body: uploads", [release, uploads, again]],
        ["patch: abort", ["Handle ECONNRESET"]],
        ["patch_preview: abort", ["Handle ECONNRESET"]],
        ["paths: cygwin", ["Bump"]],
        ["^bump", ["Bump"]]
      ]
      for (const [query, wanted] of cases) {
        assert.deepStrictEqual(subjects(found(database, query)).toSorted(), wanted.toSorted(), query)
      }
    })
  )

  it.effect("returns every result once over all pages, for any limit and query", () =>
    Effect.gen(function* () {
      const database = yield* indexWith(entries)
      for (const query of ["retry uploads", "reset", "gyp OR reset", "tune limiter removed uploads", "src limit"]) {
        const all = found(database, query, { limit: 50 }).results.map(({ sha }) => sha)
        for (const limit of [1, 2, 3]) {
          const paged: Array<string> = []
          let after: SearchPosition | undefined
          do {
            const page = found(database, query, { limit, after })
            assert.isAtMost(page.results.length, limit)
            paged.push(...page.results.map(({ sha }) => sha))
            after = page.next
          } while (after !== undefined)
          assert.deepStrictEqual(paged, all, `${query}, ${limit} at once`)
        }
      }
    })
  )

  it.effect("filters before it limits", () =>
    Effect.gen(function* () {
      const database = yield* indexWith(entries)
      const options = { limit: 1, filters: { since: 1_700_000_011 } }
      assert.deepStrictEqual(subjects(found(database, "retry uploads", options)), ["Release 1.0"])
      const there = { limit: 1, filters: { paths: ["cygwin"] } }
      assert.deepStrictEqual(subjects(found(database, "int OR gyp", there)), ["Bump"])
    })
  )
})

describe("frequent words", () => {
  const many = Array.from({ length: 2_600 }, (_, place): Entry => ({
    subject: place % 2 === 0 ? `fix the ${place}th thing` : `chore ${place}`,
    body: place % 1_000 === 1 ? "A fix of the parser." : "A fix."
  }))

  it.effect("rank by age, subjects first, and are paged through", () =>
    Effect.gen(function* () {
      const database = yield* indexWith(many)
      const first = found(database, "fix", { limit: 2 })
      assert.deepStrictEqual(subjects(first), ["fix the 2598th thing", "fix the 2596th thing"])
      const reversed = yield* indexWith(many.map((entry, place) => ({ ...entry, id: place + 1 })).toReversed())
      assert.deepStrictEqual(found(reversed, "fix", { limit: 2 }).results, first.results)
      const second = found(database, "fix", { limit: 2, after: first.next })
      assert.deepStrictEqual(subjects(second), ["fix the 2594th thing", "fix the 2592th thing"])
      const fourth = { rank: 0, time: 1_700_000_004, repo: "one", sha: "5".padStart(40, "0") }
      const end = found(database, "fix", { limit: 500, after: fourth })
      assert.deepStrictEqual(subjects(end).slice(0, 3), ["fix the 2th thing", "fix the 0th thing", "chore 2599"])
    })
  )

  it.effect("find no commits with rarer words", () =>
    Effect.gen(function* () {
      const database = yield* indexWith(many)
      const parser = ["chore 2001", "chore 1001", "chore 1"]
      assert.deepStrictEqual(subjects(found(database, "fix parser", { limit: 3 })), parser)
    })
  )
})
