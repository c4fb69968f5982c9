import { afterAll, assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Scope } from "effect"
import { readFileSync } from "node:fs"
import { makeIndex } from "../../support/commits/indexing.ts"
import { type Answered, type Call, newClient, oldClient } from "../../support/commits/officialClients.ts"
import { at, textOf } from "../../support/conformance/Subject.ts"
import { initialize, messagesOf, request, startServer, toolCall } from "../../support/McpProcess.ts"
import { serverOf } from "../../support/program.ts"
import { makeFolder, makeRepository } from "../../support/TemporaryRepository.ts"

const subject = "Add token bucket rate limiter to middleware stack"
const body =
  "Fixes #482. Uses a per-IP token bucket with a 100 req/min default.\nBucket capacity and refill rate are configurable via environment variables.\n\nCo-authored-by: Jordan Lee <jordan@example.com>"
const limiter = "use std::sync::Arc;\n\npub struct RateLimiter {\n    bucket: Arc<TokenBucket>,\n}\n"

/** What the documentation leaves out at the root, at any depth. */
const leftOut = ["node_modules/leftpad/index.js", "vendor/lib.rs", "web/dist/main.js", "web/node_modules/x.js"]

/** The repository that the documentation of the first commitmux takes its examples from. */
const makeSeed = Effect.gen(function* () {
  const repository = yield* makeRepository()
  const [first, second, third, fourth] = yield* repository.importHistory([
    {
      message: "Begin",
      date: 1_739_000_000,
      files: {
        "src/middleware/mod.rs": "pub mod logging;\npub mod auth;\n",
        "src/auth/tokens.rs": "// tokens\n",
        ...Object.fromEntries(leftOut.map((path) => [path, "// not ours\n"]))
      }
    },
    { message: "Add refresh token rotation", date: 1_739_900_000, files: { "src/auth/refresh.rs": "// refresh\n" } },
    {
      message: "Migrate auth tokens to short-lived JWTs",
      date: 1_740_611_200,
      files: { "src/auth/tokens.rs": "// short-lived\n" }
    },
    {
      message: `${subject}\n\n${body}`,
      date: 1_740_700_997,
      author: "Dana Blackwell <dana@example.com>",
      files: {
        "src/middleware/mod.rs": "pub mod logging;\npub mod auth;\npub mod rate_limit;\n",
        "src/middleware/rate_limit.rs": limiter,
        "tests/middleware_test.rs": "mod rate_limit;\n"
      }
    }
  ])
  const index = yield* makeIndex
  index.register("api-server", repository.directory)
  yield* index.sync("api-server")
  const server = serverOf(yield* makeFolder, "--toolsets", "commits", "--db", index.path)
  const patch = yield* repository.git(["diff-tree", "-p", "-r", "--no-commit-id", "HEAD"])
  return {
    server,
    db: index.path,
    patch: `${patch}\n`,
    old: yield* oldClient(server),
    new: yield* newClient(server),
    shas: { first: first ?? "", second: second ?? "", third: third ?? "", fourth: fourth ?? "" }
  }
})

const scope = Scope.makeUnsafe()
const seed = await Effect.runPromise(Scope.provide(makeSeed, scope))
afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))

const { fourth } = seed.shas
const found = {
  repo: "api-server",
  sha: fourth,
  subject,
  author: "Dana Blackwell",
  date: 1_740_700_997
}

const resultsOf = ({ value }: Answered): ReadonlyArray<unknown> => {
  const results = at(value, "results")
  return Array.isArray(results) ? results : []
}

const shasOf = (answer: Answered) => resultsOf(answer).map((result) => at(result, "sha"))

/** Answers whose text is the structured answer, too. */
const asked = Effect.fnUntraced(function* (call: Call, name: string, given: Record<string, unknown>) {
  const answer = yield* call(name, given)
  assert.isFalse(answer.isError, answer.text)
  assert.deepStrictEqual(answer.structured, answer.value)
  return answer
})

const searching = (call: Call) => (given: Record<string, unknown>) =>
  Effect.map(asked(call, "commitmux_search", given), shasOf)

const refused = Effect.fnUntraced(function* (call: Call, name: string, given: Record<string, unknown>) {
  const answer = yield* call(name, given)
  assert.isTrue(answer.isError, answer.text)
  return answer.text
})

describe.each([
  ["the 1.x client", seed.old],
  ["the 2.x client", seed.new]
] as const)("commitmux as %s asks it", (_, call) => {
  it.live("searches by words, with every documented field", () =>
    Effect.gen(function* () {
      const answer = yield* asked(call, "commitmux_search", { query: "rate limiter", limit: 5 })
      const [first] = resultsOf(answer)
      const excerpt = String(at(first, "patch_excerpt"))
      assert.deepStrictEqual(first, {
        ...found,
        matched_paths: at(first, "matched_paths"),
        patch_excerpt: excerpt
      })
      assert.include(JSON.stringify(at(first, "matched_paths")), "src/middleware/rate_limit.rs")
      assert.match(excerpt, /^\+pub /m)
      assert.strictEqual(at(answer.value, "repositories", 0, "name"), "api-server")
      assert.isNumber(at(answer.value, "repositories", 0, "indexed_at"))
    })
  )

  it.live("searches by a phrase, by the beginning of a word, and within since, repos and paths", () =>
    Effect.gen(function* () {
      const search = searching(call)
      assert.deepStrictEqual(yield* search({ query: '"rate limiter"' }), [fourth])
      assert.deepStrictEqual(yield* search({ query: "mig*" }), [seed.shas.third])
      assert.include(yield* search({ query: "tokens" }), seed.shas.third)
      assert.deepStrictEqual(yield* search({ query: "token", since: 1_740_700_997 }), [fourth])
      assert.deepStrictEqual(yield* search({ query: "token", since: 1_740_700_998 }), [])
      assert.deepStrictEqual(
        yield* search({ query: "token", repos: ["api-server"], paths: ["auth/refresh"], limit: 1 }),
        [seed.shas.second]
      )
      const either = yield* search({ query: "token", paths: ["auth/refresh", "nowhere", "tests/"] })
      assert.sameMembers([...either], [seed.shas.second, fourth])
    })
  )

  it.live("lists who touched a path, one result per file, newest first", () =>
    Effect.gen(function* () {
      const answer = yield* asked(call, "commitmux_touches", {
        path_glob: "src/auth/",
        since: 1_739_500_000,
        repos: ["api-server"],
        limit: 50
      })
      assert.deepStrictEqual(resultsOf(answer), [
        {
          repo: "api-server",
          sha: seed.shas.third,
          subject: "Migrate auth tokens to short-lived JWTs",
          date: 1_740_611_200,
          path: "src/auth/tokens.rs",
          status: "M"
        },
        {
          repo: "api-server",
          sha: seed.shas.second,
          subject: "Add refresh token rotation",
          date: 1_739_900_000,
          path: "src/auth/refresh.rs",
          status: "A"
        }
      ])
      const all = yield* asked(call, "commitmux_touches", { path_glob: "src/auth/" })
      assert.strictEqual(resultsOf(all).length, 3)
      const middleware = yield* asked(call, "commitmux_touches", { path_glob: "middleware" })
      assert.deepStrictEqual(shasOf(middleware), [fourth, fourth, fourth, seed.shas.first])
    })
  )

  it.live("does not see default excludes", () =>
    Effect.gen(function* () {
      const { value } = yield* asked(call, "commitmux_get_commit", { repo: "api-server", sha: seed.shas.first })
      assert.deepStrictEqual<unknown>(at(value, "changed_files"), [
        { path: "src/auth/tokens.rs", status: "A", old_path: null },
        { path: "src/middleware/mod.rs", status: "A", old_path: null }
      ])
      for (const path_glob of leftOut) {
        assert.deepStrictEqual(resultsOf(yield* asked(call, "commitmux_touches", { path_glob })), [], path_glob)
      }
    })
  )

  it.live("accepts empty filters and unknown arguments", () =>
    Effect.gen(function* () {
      const none = { since: null, repos: null, paths: null, limit: null }
      const more = { since: 0, repos: [], paths: [], limit: 20, wave: 1 }
      const plain = yield* searching(call)({ query: "token" })
      for (const given of [none, more]) {
        assert.deepStrictEqual(yield* searching(call)({ query: "token", ...given }), plain)
        const touched = yield* asked(call, "commitmux_touches", { path_glob: "src/auth/", ...given })
        assert.strictEqual(resultsOf(touched).length, 3)
      }
      const patch = { repo: "api-server", sha: fourth, max_bytes: null }
      assert.strictEqual(at((yield* asked(call, "commitmux_get_patch", patch)).value, "patch_text"), seed.patch)
    })
  )

  it.live("gets a commit by its id or the beginning of it", () =>
    Effect.gen(function* () {
      for (const sha of [fourth, fourth.slice(0, 8)]) {
        const { value } = yield* asked(call, "commitmux_get_commit", { repo: "api-server", sha })
        assert.deepStrictEqual<unknown>(value, {
          ...found,
          body,
          changed_files: [
            { path: "src/middleware/mod.rs", status: "M", old_path: null },
            { path: "src/middleware/rate_limit.rs", status: "A", old_path: null },
            { path: "tests/middleware_test.rs", status: "A", old_path: null }
          ],
          author_email: "dana@example.com",
          committer: { name: "Carl Committer", email: "carl@example.org" },
          commit_date: 1_740_700_997,
          parents: [seed.shas.third],
          refs: ["refs/heads/main"],
          patch: "stored"
        })
      }
      const plain = yield* asked(call, "commitmux_get_commit", { repo: "api-server", sha: seed.shas.second })
      assert.isNull(at(plain.value, "body"))
    })
  )

  it.live("gets a patch, whole or its first bytes", () =>
    Effect.gen(function* () {
      const whole = yield* asked(call, "commitmux_get_patch", { repo: "api-server", sha: fourth })
      assert.deepStrictEqual(whole.value, {
        repo: "api-server",
        sha: fourth,
        patch_text: seed.patch,
        truncated: false,
        total_bytes: Buffer.byteLength(seed.patch)
      })
      const part = yield* asked(call, "commitmux_get_patch", { repo: "api-server", sha: fourth, max_bytes: 100 })
      const text = String(at(part.value, "patch_text"))
      assert.isTrue(seed.patch.startsWith(text) && text.endsWith("\n"))
      assert.isAtMost(Buffer.byteLength(text), 100)
      assert.strictEqual(at(part.value, "truncated"), true)
      assert.strictEqual(at(part.value, "next_offset"), Buffer.byteLength(text))
    })
  )

  it.live("lists the repositories", () =>
    Effect.gen(function* () {
      const { value } = yield* asked(call, "commitmux_list_repos", {})
      const repositories = at(value, "repositories")
      const [only] = Array.isArray(repositories) ? repositories : []
      assert.deepStrictEqual(only, {
        name: "api-server",
        commit_count: 4,
        last_synced_at: at(only, "last_synced_at"),
        behind: at(only, "behind"),
        last_error: null
      })
      // A server that has just started may answer before git has counted.
      assert.include([0, null], at(only, "behind"))
      assert.isNumber(at(only, "last_synced_at"))
    })
  )

  it.live("gets the documented messages for missing items", () =>
    Effect.gen(function* () {
      const missing = { repo: "api-server", sha: "abc123" }
      assert.match(yield* refused(call, "commitmux_get_commit", missing), /^Commit api-server:abc123 not found(?:\n|$)/)
      assert.match(yield* refused(call, "commitmux_get_patch", missing), /^Patch api-server:abc123 not found/)
      assert.include(yield* refused(call, "commitmux_search", {}), "query")
    })
  )
})

/** As the documentation has them. */
const documented = [
  '{"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {}}',
  '{ "jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": { "name": "commitmux_search", "arguments": { "query": "rate limiter", "limit": 5 } } }',
  '{ "jsonrpc": "2.0", "id": 3, "method": "tools/call", "params": { "name": "commitmux_get_commit", "arguments": { "repo": "api-server", "sha": "abc123" } } }'
]

describe("commitmux over the wire", () => {
  it.live("answers the handshake and the envelopes as documented, ends with its input and writes nothing", () =>
    Effect.gen(function* () {
      const before = readFileSync(seed.db)
      const server = yield* startServer(seed.server)
      yield* server.write(documented.map((line) => `${line}\n`).join(""))
      yield* server.send(
        { jsonrpc: "2.0", method: "notifications/whatever" },
        request(4, "tools/list"),
        { jsonrpc: "2.0", id: 5, method: "tools/call", params: { name: "commitmux_list_repos" } },
        request(6, "ping")
      )
      const greeting = yield* server.answer(1)
      assert.strictEqual(at(greeting, "result", "protocolVersion"), "2024-11-05")
      assert.deepStrictEqual<unknown>(at(greeting, "result", "capabilities"), { tools: {} })
      const answer = yield* server.answer(2)
      assert.deepStrictEqual(at(JSON.parse(String(textOf(answer))), "results", 0, "sha"), fourth)
      assert.deepStrictEqual(at(answer, "result", "content"), [{ type: "text", text: textOf(answer) }])
      const [said, ...hint] = String(textOf(yield* server.answer(3))).split("\n")
      assert.strictEqual(said, "Commit api-server:abc123 not found")
      assert.lengthOf(hint, 1)
      const tools = at(yield* server.answer(4), "result", "tools")
      assert.deepStrictEqual(Array.isArray(tools) ? tools.map((tool) => at(tool, "name")) : tools, [
        "commitmux_search",
        "commitmux_touches",
        "commitmux_get_commit",
        "commitmux_get_patch",
        "commitmux_list_repos"
      ])
      assert.strictEqual(at(JSON.parse(String(textOf(yield* server.answer(5)))), "repositories", 0, "commit_count"), 4)
      yield* server.answer(6)
      yield* server.endInput
      assert.deepStrictEqual(yield* server.exit, { code: 0, signal: null })
      assert.lengthOf(messagesOf(server.output()), 6)
      assert.isTrue(readFileSync(seed.db).equals(before), "the server wrote to the index")
    })
  )

  it.live("abandons a cancelled query and answers the next", () =>
    Effect.gen(function* () {
      const server = yield* startServer(seed.server)
      yield* initialize(server, "2025-11-25")
      yield* server.send(
        toolCall(1, "commitmux_search", { query: "token" }),
        { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1 } },
        toolCall(2, "commitmux_search", { query: "limiter" })
      )
      assert.isUndefined(at(yield* server.answer(2), "result", "isError"))
      yield* server.endInput
      assert.deepStrictEqual(yield* server.exit, { code: 0, signal: null })
    })
  )
})
