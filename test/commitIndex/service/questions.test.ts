import { afterAll, assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Result, Scope } from "effect"
import { join } from "node:path"
import { CurrentPrincipal } from "../../../src/domain/Principal.ts"
import { CurrentVisibility } from "../../../src/domain/Visibility.ts"
import type { IndexError } from "../../../src/commitIndex/service/CommitIndex.ts"
import { askIndex } from "../../support/commits/indexing.ts"
import { makeShelf, start } from "../../support/commits/shelf.ts"
import { makeFolder } from "../../support/TemporaryRepository.ts"

const scope = Scope.makeUnsafe()
const { index: shelf, made } = await Effect.runPromise(Scope.provide(makeShelf, scope))
const index = await Effect.runPromise(Scope.provide(askIndex(shelf.path), scope))
afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))

/** Reads message and hint of a failed query. */
const readFailure = <A>(question: Effect.Effect<A, IndexError>) =>
  Effect.map(Effect.flip(question), ({ hint, message }) => [message, hint])

const countOf = (input: Parameters<typeof index.search>[0]) =>
  Effect.map(index.search(input), ({ results }) => results.length)

/** Gives a commit of the index another id. */
const rename = (from: string, to: string) =>
  Result.getOrThrow(
    shelf.database.transact((connection) =>
      connection.run("UPDATE commits SET oid = ? WHERE oid = ?", Buffer.from(to, "hex"), Buffer.from(from, "hex"))
    )
  )

/** Why a time is refused. */
const explainMillis = (name: string) =>
  `${name} must be in seconds since 1970 (1704067200), not in milliseconds, got 1704067200000.`

describe("a query to the index", () => {
  it.live("includes since and until", () =>
    Effect.gen(function* () {
      const at = start + 1_000
      const ids = made.filter(({ date }) => date === at).map(({ sha }) => sha)
      const found = yield* index.search({ query: "Change", since: at, until: at })
      assert.isNotEmpty(ids)
      assert.deepStrictEqual(found.results.map(({ sha }) => sha).toSorted(), ids.toSorted())
    })
  )

  it.live("refuses times in milliseconds, and gives them in seconds", () =>
    Effect.gen(function* () {
      const since = { since: 1_704_067_200_000 }
      assert.strictEqual((yield* readFailure(index.search({ query: "Change", ...since })))[0], explainMillis("since"))
      assert.strictEqual((yield* readFailure(index.touches({ path_glob: "src", ...since })))[0], explainMillis("since"))
      const until = index.search({ query: "Change", until: 1_704_067_200_000 })
      assert.strictEqual((yield* readFailure(until))[0], explainMillis("until"))
      const found = yield* index.search({ query: "Change", since: -1, until: Number.MAX_SAFE_INTEGER })
      assert.isNotEmpty(found.results)
    })
  )

  it.live("uses the documented default limits, and continues after them", () =>
    Effect.gen(function* () {
      const found = yield* index.search({ query: "Change" })
      const touched = yield* index.touches({ path_glob: "src/auth/" })
      assert.deepStrictEqual([found.results.length, touched.results.length], [20, 50])
      assert.isString(found.next_cursor)
      assert.isString(touched.next_cursor)
    })
  )

  it.live("continues after a commit that was found by its id, also for who may not know of all repositories", () =>
    Effect.gen(function* () {
      const query = `Change as in ${made[5]?.sha}`
      const ids = (input: { readonly limit: number; readonly cursor?: string }) =>
        index.search({ query, ...input }).pipe(
          Effect.provideService(CurrentVisibility, () => true),
          Effect.map(({ next_cursor, results }) => ({ cursor: next_cursor ?? "", ids: results.map(({ sha }) => sha) }))
        )
      const first = yield* ids({ limit: 1 })
      const second = yield* ids({ limit: 2, cursor: first.cursor })
      assert.strictEqual(first.ids[0], made[5]?.sha)
      assert.deepStrictEqual([...first.ids, ...second.ids], (yield* ids({ limit: 3 })).ids)
    })
  )

  it.live("applies filters before the limit: finds a rare path although others rank higher", () =>
    Effect.gen(function* () {
      const found = yield* index.search({ query: "Change", paths: ["pages/[id].tsx"], limit: 1 })
      assert.lengthOf(found.results, 1)
      assert.isString(found.next_cursor)
      const some = yield* index.search({ query: "Change", paths: ["Straße/*/?id?.tsx"], limit: 100 })
      const expected = made.filter(({ paths }) => paths.includes("Straße/pages/[id].tsx"))
      assert.deepStrictEqual(some.results.map(({ sha }) => sha).toSorted(), expected.map(({ sha }) => sha).toSorted())
    })
  )

  it.live("accepts paths from answers, substrings in any case, and globs", () =>
    Effect.gen(function* () {
      const all = yield* countOf({ query: "Change", paths: ["Straße/pages/[id].tsx"], limit: 100 })
      assert.isAbove(all, 5)
      for (const path of ["STRASSE", "nothing/*.ts", "100%", "tokens__", "a".repeat(1000), "nul\0"]) {
        assert.strictEqual(yield* countOf({ query: "Change", paths: [path] }), 0, path)
      }
      for (const path of [
        "straße",
        "**/[[]id[]].tsx",
        "*.tsx",
        "Straße/",
        "/Straße/**",
        "./Straße/*/",
        "[S]traße/**"
      ]) {
        assert.strictEqual(yield* countOf({ query: "Change", paths: [path], limit: 100 }), all, path)
      }
    })
  )

  it.live("includes paths that match the path filter in matched_paths", () =>
    Effect.gen(function* () {
      const path = "src/auth/tokens_1.ts"
      const { results } = yield* index.search({ query: "Change", paths: [path] })
      assert.isNotEmpty(results)
      for (const { matched_paths: matched } of results) assert.strictEqual(matched[0], path)
    })
  )

  it.live("limits matched_paths to changed files that match", () =>
    Effect.gen(function* () {
      const byName = yield* index.search({ query: "tokens_1", limit: 100 })
      assert.isNotEmpty(byName.results)
      for (const { matched_paths: matched, sha } of byName.results) {
        const own = made.find((commit) => commit.sha === sha)?.paths ?? []
        assert.deepStrictEqual(matched, own.includes("src/auth/tokens_1.ts") ? ["src/auth/tokens_1.ts"] : [])
      }
    })
  )

  it.live("counts pending commits for each searched repository", () =>
    Effect.gen(function* () {
      const one = yield* index.search({ query: "limiter", repos: ["web"] })
      assert.deepStrictEqual(
        one.repositories.map(({ name }) => name),
        ["web"]
      )
      const { repositories } = yield* index.repositories
      assert.deepStrictEqual(
        repositories.map(({ commit_count: count, last_error: error, name }) => ({ name, count, error })),
        [
          { name: "api", count: 44, error: null },
          { name: "web", count: 15, error: null }
        ]
      )
      for (const { last_synced_at: at } of repositories) assert.isNumber(at)
    })
  )

  it.live("names unknown repositories and branches in its error", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* readFailure(index.search({ query: "x", repos: ["api", "apo", "wob"] })), [
        "Not in the index: apo, wob",
        "The index has api, web."
      ])
      assert.deepStrictEqual(yield* readFailure(index.touches({ path_glob: "x", branch: "mian", repos: ["web"] })), [
        "No branch or tag in the index: mian",
        "The index has main."
      ])
      assert.deepStrictEqual(yield* readFailure(index.search({ query: "topic", branch: "topic", repos: ["web"] })), [
        "No branch or tag in the index: topic",
        "The index has main."
      ])
      assert.deepStrictEqual(
        (yield* readFailure(index.search({ query: "x", limit: 0 })))[0],
        "limit must be a number from 1 to 500, got 0."
      )
      assert.deepStrictEqual(
        (yield* readFailure(index.touches({ path_glob: "x", limit: 501 })))[0],
        "limit must be a number from 1 to 500, got 501."
      )
      assert.include(String((yield* readFailure(index.search({ query: ' -*" ' })))[0]), "No word to search for in")
      assert.include(
        String((yield* readFailure(index.touches({ path_glob: "x".repeat(60_000) })))[0]),
        "path_glob must be at most 1024 characters long"
      )
      const many = Array.from({ length: 101 }, (_, number) => `p${number}`)
      assert.include(
        String((yield* readFailure(index.search({ query: "x", paths: many })))[0]),
        "paths must be at most 100"
      )
    })
  )

  it.live("uses only the first words of a long query and counts the ignored ones", () =>
    Effect.gen(function* () {
      const words = Array.from({ length: 40 }, (_, at) => (at === 0 ? "limiter" : `word${at}`))
      const { results, words_left_out: leftOut } = yield* index.search({ query: words.join(" ") })
      assert.deepStrictEqual([results.length > 0, leftOut], [true, 8])
      assert.notProperty(yield* index.search({ query: "limiter" }), "words_left_out")
      assert.deepStrictEqual(yield* readFailure(index.search({ query: "limiter ".repeat(20_000) })), [
        "The query has 160000 characters; the limit is 65536.",
        "Use a few distinctive words. Of a long text, only the first words are searched for."
      ])
    })
  )

  it.live("names the limit that an argument exceeds, and truncates long values", () =>
    Effect.gen(function* () {
      const author = "a".repeat(60_000)
      const expected = "author must be at most 1024 characters long, got 60000."
      assert.strictEqual((yield* readFailure(index.search({ query: "x", author })))[0], expected)
      assert.strictEqual((yield* readFailure(index.touches({ path_glob: "x", author })))[0], expected)
      const [message] = yield* readFailure(index.commit({ repo: "api", sha: "x".repeat(500) }))
      assert.strictEqual(
        message,
        `sha must be a commit id, a prefix of at least 4 digits, a branch or a tag, got ${"x".repeat(120)}… (500 characters).`
      )
      const names = Array.from({ length: 12 }, (_, at) => `r${at}`)
      assert.strictEqual(
        (yield* readFailure(index.search({ query: "x", repos: names })))[0],
        "Not in the index: r0, r1, r2, r3, r4, r5, r6, r7, r8, r9 and 2 more"
      )
    })
  )

  it.live("finds a commit by a unique prefix of its id", () =>
    Effect.gen(function* () {
      const [first] = made
      const sha = first?.sha ?? ""
      for (const given of [sha, sha.slice(0, 12), ` ${sha.slice(0, 13).toUpperCase()} `]) {
        assert.strictEqual((yield* index.commit({ repo: "api", sha: given })).sha, sha)
      }
      for (const given of ["", "abc", "no-such-branch", `${sha}0${"1".repeat(24)}`, "%"]) {
        const [message] = yield* readFailure(index.commit({ repo: "api", sha: given }))
        assert.match(
          String(message),
          /^sha must be a commit id, a prefix of at least 4 digits, a branch or a tag, got /
        )
      }
      assert.strictEqual((yield* readFailure(index.commit({ repo: "web", sha })))[0], `Commit web:${sha} not found`)
      assert.strictEqual((yield* readFailure(index.commit({ repo: "wob", sha })))[0], "Not in the index: wob")
      assert.strictEqual(
        (yield* readFailure(index.patch({ repo: "web", sha })))[0],
        `Patch web:${sha} not found: the index has no such commit`
      )
    })
  )

  it.live("finds a commit by an address, a branch or tag, and its first parents", () =>
    Effect.gen(function* () {
      const own = made.filter(({ refs, repo }) => repo === "api" && refs.includes("main")).map(({ sha }) => sha)
      const [before = "", last = ""] = own.slice(-2)
      for (const [given, expected] of [
        ["main", last],
        ["HEAD", last],
        ["HEAD~1", before],
        ["refs/heads/main", last],
        ["main^", before],
        [`${last.slice(0, 9)}~1`, before],
        [`https://github.com/owner/api/commit/${before}`, before]
      ] as const) {
        assert.strictEqual((yield* index.commit({ repo: "api", sha: given })).sha, expected, given)
      }
      const [message] = yield* readFailure(index.commit({ repo: "api", sha: `main~${own.length + 100}` }))
      assert.match(String(message), /not found$/)
    })
  )

  it.live("finds a commit by its id among other words and in an address", () =>
    Effect.gen(function* () {
      const sha = made.map((each) => each.sha).find((each) => /^(?=[a-f]*\d)(?=\d*[a-f])/.test(each)) ?? ""
      for (const query of [
        `what did ${sha.slice(0, 12)} change?`,
        `commit ${sha.slice(0, 12)}`,
        `https://github.com/owner/api/commit/${sha}`
      ]) {
        assert.strictEqual((yield* index.search({ query })).results[0]?.sha, sha, query)
      }
    })
  )

  it.live("knows repositories by their address, owner and name, folder, and in another case", () =>
    Effect.gen(function* () {
      const count = yield* countOf({ query: "Change", repos: ["api"] })
      for (const name of ["API", "owner/api", "https://github.com/owner/api.git", "git@github.com:owner/api.git"]) {
        assert.strictEqual(yield* countOf({ query: "Change", repos: [name] }), count, name)
      }
      const sha = made.find(({ repo }) => repo === "api")?.sha ?? ""
      assert.strictEqual((yield* index.commit({ repo: "owner/api", sha })).repo, "api")
      assert.strictEqual((yield* readFailure(index.commit({ repo: "api/web2", sha })))[0], "Not in the index: api/web2")
    })
  )

  it.live("lists the candidates of an ambiguous id", () =>
    Effect.gen(function* () {
      const [first, second] = made.map(({ sha }) => sha)
      const one = `abcde1${"0".repeat(34)}`
      const other = `abcde2${"0".repeat(34)}`
      rename(first ?? "", one)
      rename(second ?? "", other)
      assert.deepStrictEqual(yield* readFailure(index.commit({ repo: "api", sha: "ABCDE" })), [
        `Several commits of api begin with ABCDE: ${one}, ${other}`,
        "Use a longer prefix of the id."
      ])
      assert.strictEqual((yield* index.commit({ repo: "api", sha: "abcde2" })).sha, other)
      rename(one, first ?? "")
      rename(other, second ?? "")
    })
  )

  it.live("returns refs, people, parents and paths of a commit", () =>
    Effect.gen(function* () {
      const own = made.filter(({ refs, repo }) => repo === "api" && refs.includes("main"))
      const [before, last] = own.slice(-2)
      const answer = yield* index.commit({ repo: "api", sha: last?.sha ?? "" })
      assert.deepStrictEqual(answer.refs, ["refs/heads/main"])
      assert.deepStrictEqual(answer.parents, [before?.sha ?? ""])
      assert.deepStrictEqual(answer.committer, { name: "Carl Committer", email: "carl@example.org" })
      assert.strictEqual(answer.author_email, "zoe@example.org")
      assert.deepStrictEqual(
        answer.changed_files.map(({ path }) => path),
        [...(last?.paths ?? [])].toSorted()
      )
      assert.strictEqual(answer.patch, "stored")
    })
  )

  it.live("keeps the path of a missing index from whom the server knows by a token", () =>
    Effect.gen(function* () {
      const lonely = yield* askIndex(join(yield* makeFolder, "commits.db"))
      const principal = { name: "ann", repositories: ["*"], scopes: ["read" as const] }
      const [message] = yield* Effect.provideService(readFailure(lonely.repositories), CurrentPrincipal, principal)
      assert.strictEqual(message, "The server has no commit index.")
    })
  )

  it.live("reports a missing index, and finds it once it exists", () =>
    Effect.gen(function* () {
      const path = join(yield* makeFolder, "commits.db")
      const lonely = yield* askIndex(path)
      assert.deepStrictEqual(yield* readFailure(lonely.repositories), [
        `No commit index at ${path}.`,
        "Create one: ultragit repos add PATH, then ultragit repos sync."
      ])
      Result.getOrThrow(shelf.database.configure(`VACUUM INTO '${path}'`))
      assert.lengthOf((yield* lonely.repositories).repositories, 2)
    })
  )
})
