import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, Option } from "effect"
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { importPulls, planImport } from "../../../src/sharing/imports/importPulls.ts"
import { findProject } from "../../../src/sharing/imports/findProject.ts"
import { failure } from "../../support/ask.ts"
import { ada, askedFor, makeGitHubServer, type ServedPull } from "../../support/GitHubServer.ts"
import { addOrigin, hostToken, importFrom, importing, pullsOn, pullsRef } from "../../support/importing.ts"
import { json, type Reply } from "../../support/ModelServer.ts"
import { cloneRepository, makeRepository } from "../../support/TemporaryRepository.ts"
import { slow } from "../../support/scale.ts"

const file = (content: string) => ({ files: { "a.ts": content } })
const because = (what: string) => `${what}, because the pool closes idle connections.`

/** A repository with as many squashed pull requests. */
const withPulls = Effect.fnUntraced(function* (count: number) {
  const repository = yield* makeRepository()
  const numbers = Array.from({ length: count }, (_, index) => index + 1)
  const commits = yield* repository.importHistory(
    numbers.map((number) => ({ message: `Change ${number} (#${number})`, ...file(`${number}\n`) }))
  )
  const pulls = commits.map((merge, index): ServedPull => ({
    number: index + 1,
    merge,
    body: because(`Body ${index + 1}`)
  }))
  return { repository, commits, pulls }
})

/** A template that asks this. */
const template = (question: string) => ({
  ".github/PULL_REQUEST_TEMPLATE.md": `<!-- Thanks! -->\r\n## Why\r\n\r\n${question}\r\n\r\n## Checks\r\n\r\n- [ ] Tests\r\n`
})

/** So many comments of people of one role. */
const said = (count: number, authorAssociation: string) =>
  Array.from({ length: count }, (_, index) => ({
    body: because(`${authorAssociation} ${index}`),
    authorAssociation,
    author: ada
  }))

const once =
  (reply: Reply, at = 0) =>
  (_: unknown, before: number) =>
    before === at ? reply : undefined

const notesCommits = (repository: { git(args: ReadonlyArray<string>): Effect.Effect<string> }) =>
  Effect.map(repository.git(["rev-list", "--count", pullsRef]), Number)

describe("pull requests of GitHub", () => {
  it.live("are kept on the commits they became, page by page, one notes commit each", () =>
    Effect.gen(function* () {
      const { commits, pulls, repository } = yield* withPulls(60)
      const server = yield* makeGitHubServer(pulls)
      yield* addOrigin(repository, server)
      const tally = yield* importFrom(repository, server)
      assert.deepInclude(tally, { total: 60, imported: 60, known: 60, waiting: 0, stopped: Option.none() })
      assert.deepStrictEqual(server.requests.map(askedFor), [25, 25, 25])
      assert.strictEqual(yield* notesCommits(repository), 3)
      assert.deepStrictEqual(yield* pullsOn(repository, commits[59] ?? ""), [
        {
          host: server.host,
          project: "octo/demo",
          id: "#60",
          title: "Change 60",
          body: because("Body 60"),
          author: "ada",
          association: "MEMBER",
          by: "person",
          merged_at: "2024-01-03T12:00:00Z",
          updated_at: "2024-01-03T12:00:00Z"
        }
      ])
    })
  )

  it.live("go to the merge, to the squash, to every commit of a rebase", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      yield* repository.commit("First", file("0\n"))
      yield* repository.git(["switch", "-q", "-c", "topic"])
      const branch = yield* repository.commit("On the branch", { files: { "b.ts": "1\n" } })
      yield* repository.git(["switch", "-q", "main"])
      yield* repository.git(["merge", "-q", "--no-ff", "-m", "Merge pull request #1 from o/topic", "topic"])
      const merge = yield* repository.id("HEAD")
      const rebased = [yield* repository.commit("Add x", file("1\n")), yield* repository.commit("Add y", file("2\n"))]
      const squash = yield* repository.commit("Both (#3)", file("3\n"))
      const subjects = [
        ["e".repeat(40), "Add x"],
        ["f".repeat(40), "Add y"]
      ] as const
      const server = yield* makeGitHubServer([
        { number: 1, merge, body: "One", commits: [[branch, "On the branch"]] },
        { number: 2, merge: rebased[1] ?? "", body: "Two", commits: subjects },
        { number: 3, merge: squash, body: "Three", commits: subjects },
        { number: 4, merge: null, body: "Four", commits: [[branch, "On the branch"]] },
        { number: 5, merge: null, body: "Five", commits: [["d".repeat(40), "Nowhere"]] }
      ])
      yield* addOrigin(repository, server)
      const tally = yield* importFrom(repository, server)
      const ids = (commit: string | undefined) =>
        Effect.map(pullsOn(repository, commit ?? ""), (pulls: ReadonlyArray<{ id: string }> | undefined) =>
          pulls?.map(({ id }) => id)
        )
      assert.deepStrictEqual(yield* Effect.forEach([merge, ...rebased, squash, branch], ids), [
        ["#1"],
        ["#2"],
        ["#2"],
        ["#3"],
        ["#4"]
      ])
      assert.deepInclude(tally, { imported: 4, waiting: 1 })
    })
  )

  it.live("bring the titles of closed issues and the comments of people that give reasons", () =>
    Effect.gen(function* () {
      const { pulls, repository } = yield* withPulls(1)
      const bot = { login: "coverage", __typename: "Bot" }
      const server = yield* makeGitHubServer([
        {
          number: 1,
          merge: pulls[0]?.merge ?? "",
          issues: [
            { number: 7, title: "Pool leaks" },
            { number: 8, title: "Elsewhere", repository: "octo/other" }
          ],
          reviews: [{ body: "LGTM" }, { body: because("Keep the lock"), authorAssociation: "NONE", author: null }],
          threads: [{ path: "a.ts", said: [{ body: `> why?\n\n${because("One at a time")}` }] }],
          comments: [{ body: because("Coverage fell"), author: bot }]
        },
        { number: 2, merge: pulls[0]?.merge ?? "", author: { login: "dependabot", __typename: "Bot" } },
        { number: 3, merge: pulls[0]?.merge ?? "", author: { login: "copilot-swe-agent", __typename: "Bot" } },
        { number: 4, merge: pulls[0]?.merge ?? "", body: "Wait.\n\n🤖 Generated with [Claude Code](https://x)" }
      ])
      yield* addOrigin(repository, server)
      assert.deepInclude(yield* importFrom(repository, server), { imported: 3, byPrograms: 1 })
      const [pull, ...others] = yield* pullsOn(repository, pulls[0]?.merge ?? "")
      assert.deepStrictEqual(
        others.map(({ body, by }: { body?: string; by: string }) => [by, body]),
        [
          ["agent", undefined],
          ["agent", "Wait."]
        ]
      )
      assert.deepStrictEqual(pull.issues, [
        { id: "#7", title: "Pool leaks" },
        { id: "octo/other#8", title: "Elsewhere" }
      ])
      assert.deepStrictEqual(pull.comments, [
        { author: "ada", association: "MEMBER", path: "a.ts", text: because("One at a time") },
        { author: "ghost", association: "NONE", text: because("Keep the lock") }
      ])
    })
  )

  it.live("lose what the project's templates put there, as they are and as they were", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      yield* repository.commit("Ask", { files: template("What is this for?") })
      const merge = yield* repository.commit("Ask otherwise", { files: template("Say why.") })
      const body = `<!-- Thanks!\n-->\r\n## Why\r\n\r\nWhat is this for?\r\n${because("Retry")}\r\n\r\n## Notes\r\n\r\nN/A\r\n\r\n## Checks\r\n\r\n- [x] Tests\r\n`
      const server = yield* makeGitHubServer([{ number: 1, merge, body }])
      yield* addOrigin(repository, server)
      yield* importFrom(repository, server)
      const [pull] = yield* pullsOn(repository, merge)
      assert.strictEqual(pull.body, `## Why\n\n${because("Retry")}`)
    })
  )

  it.live("that are hostile stay small, and keep no credential", () =>
    Effect.gen(function* () {
      const { commits, repository } = yield* withPulls(1)
      const merge = commits[0] ?? ""
      const server = yield* makeGitHubServer([
        {
          number: 1,
          merge,
          title: `Use ${hostToken} \u001b[31m`,
          body: `${because("Long")}\n${"x".repeat(3_000_000)}\n`,
          author: { login: "a".repeat(5000), __typename: "User" },
          comments: Array.from({ length: 100 }, (_, index) => ({
            body: `${because(`Number ${index}`)}\ntoken = "${hostToken}"\n${"y ".repeat(50_000)}`
          })),
          issues: [{ number: 1, title: "z".repeat(100_000) }]
        },
        { number: 2, merge: "--help" },
        { number: 3, merge: "HEAD" }
      ])
      yield* addOrigin(repository, server)
      assert.deepInclude(yield* importFrom(repository, server), { imported: 1, untraceable: 2 })
      const note = yield* repository.git(["notes", `--ref=${pullsRef}`, "show", merge])
      assert.isBelow(note.length, 64 * 1024)
      assert.notInclude(note, hostToken)
      assert.notMatch(note, /[\u0000-\u0009\u000b-\u001f]/)
    })
  )
})

describe("an import", () => {
  it.live("asks next time only for what is new, changed, or has arrived", () =>
    Effect.gen(function* () {
      const { commits, pulls, repository } = yield* withPulls(3)
      const other = yield* makeRepository()
      const served = [...pulls, { number: 4, merge: "", body: because("Later") }]
      const later = yield* other.commit("Change 4 (#4)", file("4\n"))
      served[3] = { number: 4, merge: later, body: because("Later") }
      const server = yield* makeGitHubServer(served)
      yield* addOrigin(repository, server)
      assert.deepInclude(yield* importFrom(repository, server), { imported: 3, waiting: 1 })

      yield* repository.git(["fetch", "-q", other.directory, "main"])
      served[0] = { number: 1, merge: commits[0] ?? "", body: because("Said better"), updated: 90 }
      const before = server.requests.length
      assert.deepInclude(yield* importFrom(repository, server), { imported: 2, waiting: 0, known: 4 })
      assert.strictEqual(server.requests.length, before + 2)
      assert.deepInclude((yield* pullsOn(repository, commits[0] ?? ""))[0], { body: because("Said better") })
      assert.deepInclude((yield* pullsOn(repository, later))[0], { id: "#4" })

      const tip = yield* repository.id(pullsRef)
      assert.deepInclude(yield* importFrom(repository, server), { imported: 0 })
      assert.strictEqual(yield* repository.id(pullsRef), tip)
    })
  )

  it.live("asks again, for less, where a large answer leaves out one that has arrived", () =>
    Effect.gen(function* () {
      const { pulls, repository: other } = yield* withPulls(3)
      const repository = yield* makeRepository()
      yield* repository.commit("First", file("0\n"))
      const partial = { data: { repository: { r1: null, r2: null, r3: null } }, errors: [{ message: "Oops" }] }
      const server = yield* makeGitHubServer(pulls, ({ body }) =>
        /r1: [\s\S]*r2: /.test(String(body["query"])) ? json(200, partial) : undefined
      )
      yield* addOrigin(repository, server)
      assert.deepInclude(yield* importFrom(repository, server), { imported: 0, waiting: 3 })
      yield* repository.git(["fetch", "-q", other.directory, "main"])
      assert.deepInclude(yield* importFrom(repository, server), { imported: 3, waiting: 0, unreadable: 0 })
    })
  )

  it.live("keeps what waits while others are imported, until its commit is here", () =>
    Effect.gen(function* () {
      const { pulls, repository } = yield* withPulls(1)
      const other = yield* makeRepository()
      const gone = yield* other.commit("Change 2 (#2)", file("2\n"))
      const served: Array<ServedPull> = [...pulls, { number: 2, merge: gone, body: because("Later") }]
      const server = yield* makeGitHubServer(served)
      yield* addOrigin(repository, server)
      assert.deepInclude(yield* importFrom(repository, server), { imported: 1, waiting: 1 })
      const third = yield* repository.commit("Change 3 (#3)", file("3\n"))
      served.push({ number: 3, merge: third, body: because("Now") })
      assert.deepInclude(yield* importFrom(repository, server), { imported: 1, waiting: 1 })
      yield* repository.git(["fetch", "-q", other.directory, "main"])
      served.splice(1, 1)
      assert.deepInclude(yield* importFrom(repository, server), { imported: 0, waiting: 0, unreadable: 1 })
    })
  )

  it.live("keeps how far it is for each project", () =>
    Effect.gen(function* () {
      const { pulls, repository } = yield* withPulls(2)
      const server = yield* makeGitHubServer(pulls)
      yield* addOrigin(repository, server)
      yield* repository.git(["remote", "add", "fork", `${server.url}/me/demo.git`])
      const known = (remote: string) =>
        Effect.flatMap(findProject("github", Option.some(remote)), planImport).pipe(
          importing(repository, server.host),
          Effect.map((plan) => plan.known)
        )
      yield* importFrom(repository, server)
      assert.deepStrictEqual([yield* known("origin"), yield* known("fork")], [2, 0])
      const fork = Effect.flatMap(findProject("github", Option.some("fork")), (site) =>
        importPulls(site, () => Effect.void)
      )
      yield* importing(repository, server.host)(fork)
      assert.deepStrictEqual([yield* known("origin"), yield* known("fork")], [2, 2])
    })
  )

  it.live("begins again when the host no longer knows where it was", () =>
    Effect.gen(function* () {
      const { pulls, repository } = yield* withPulls(2)
      const unknown = json(200, { data: null, errors: [{ message: "`2` does not appear to be a valid cursor." }] })
      const server = yield* makeGitHubServer(pulls, once(unknown, 1))
      yield* addOrigin(repository, server)
      yield* importFrom(repository, server)
      const later = yield* repository.commit("Change 3 (#3)", file("3\n"))
      pulls.unshift({ number: 3, merge: later, body: because("Later"), updated: 0 })
      assert.deepInclude(yield* importFrom(repository, server), { imported: 1, known: 3, complete: true })
    })
  )

  it.live("begins again when its notes are gone", () =>
    Effect.gen(function* () {
      const { pulls, repository } = yield* withPulls(2)
      const server = yield* makeGitHubServer(pulls)
      yield* addOrigin(repository, server)
      yield* importFrom(repository, server)
      yield* repository.git(["update-ref", "-d", pullsRef])
      assert.deepInclude(yield* importFrom(repository, server), { imported: 2, known: 2 })
    })
  )

  it.live(
    "finds what is imported already where its record is lost or damaged",
    () =>
      Effect.gen(function* () {
        const { pulls, repository } = yield* withPulls(2)
        const server = yield* makeGitHubServer(pulls)
        yield* addOrigin(repository, server)
        yield* importFrom(repository, server)
        const tip = yield* repository.id(pullsRef)
        for (const text of ["", "{", "[]", "x".repeat(33 * 1024 * 1024)]) {
          writeFileSync(join(repository.directory, ".git/ultragit/pulls.json"), text)
          assert.deepInclude(yield* importFrom(repository, server), { imported: 0, known: 2 })
        }
        assert.strictEqual(yield* repository.id(pullsRef), tip)
      }),
    slow
  )

  it.live(
    "asks in smaller answers for what a large one leaves out",
    () =>
      Effect.gen(function* () {
        const { commits, pulls, repository } = yield* withPulls(30)
        const connection = { totalCount: 30, pageInfo: { hasNextPage: true, endCursor: "25" }, nodes: [null] }
        const partial = { data: { repository: { pullRequests: connection } }, errors: [{ message: "Oops" }] }
        const server = yield* makeGitHubServer(pulls, (request) =>
          askedFor(request) > 10 ? json(200, partial) : undefined
        )
        yield* addOrigin(repository, server)
        assert.deepInclude(yield* importFrom(repository, server), { imported: 30, unreadable: 0 })
        assert.isDefined(yield* pullsOn(repository, commits[0] ?? ""))
      }),
    slow
  )

  it.live("asks no host for ever", () =>
    Effect.gen(function* () {
      const { repository } = yield* withPulls(1)
      const server = yield* makeGitHubServer([], (_, before) => {
        const pageInfo = { hasNextPage: true, endCursor: before < 5 ? `${before}` : "9".repeat(10_000) }
        return json(200, { data: { repository: { pullRequests: { totalCount: 9, pageInfo, nodes: [null] } } } })
      })
      yield* addOrigin(repository, server)
      assert.deepInclude(yield* importFrom(repository, server), { imported: 0, unreadable: 3 })
    })
  )

  it.live("keeps what it has when the host stops it, and continues there", () =>
    Effect.gen(function* () {
      const { commits, pulls, repository } = yield* withPulls(60)
      const rejected = json(401, { message: "Bad credentials" })
      const server = yield* makeGitHubServer(pulls, (_, before) =>
        before === 1 || before === 2 ? rejected : undefined
      )
      yield* addOrigin(repository, server)
      const tally = yield* importFrom(repository, server)
      assert.deepInclude(tally, { imported: 25, total: 60, complete: false })
      assert.strictEqual(Option.getOrThrow(tally.stopped).code, "hosting_token_rejected")
      assert.deepInclude(yield* importFrom(repository, server), { imported: 0, complete: false })
      assert.deepInclude(yield* importFrom(repository, server), { imported: 35, known: 60, complete: true })
      assert.isDefined(yield* pullsOn(repository, commits[59] ?? ""))
    })
  )

  it.live(
    "asks for less where an answer fails, is cut, or is no JSON",
    () =>
      Effect.gen(function* () {
        const { pulls, repository } = yield* withPulls(30)
        const failures: ReadonlyArray<Reply> = [
          json(502, { message: "Bad gateway" }),
          { headers: { "content-length": "5000" }, pieces: ['{"data":{"repo'], end: "broken" },
          { pieces: ['{"data":{"repo'] },
          json(200, { data: null, errors: [{ type: "RESOURCE_LIMITS_EXCEEDED", message: "Too much" }] })
        ]
        const server = yield* makeGitHubServer(pulls, (_, before) => failures[before])
        yield* addOrigin(repository, server)
        assert.deepInclude(yield* importFrom(repository, server), { imported: 30, stopped: Option.none() })
        assert.deepStrictEqual(server.requests.slice(0, 5).map(askedFor), [25, 10, 4, 1, 1])
      }),
    slow
  )

  it.live("waits for rate limits as the host says", () =>
    Effect.gen(function* () {
      const { pulls, repository } = yield* withPulls(1)
      const reset = { "x-ratelimit-remaining": "0", "x-ratelimit-reset": "1" }
      const limits: ReadonlyArray<Reply> = [
        json(403, { message: "You have exceeded a secondary rate limit." }),
        json(429, {}, { "retry-after": "0" }),
        json(403, { message: "API rate limit exceeded" }, reset),
        json(200, { data: null, errors: [{ type: "RATE_LIMITED", message: "API rate limit exceeded" }] }, reset)
      ]
      const server = yield* makeGitHubServer(pulls, (_, before) => limits[before])
      yield* addOrigin(repository, server)
      assert.deepInclude(yield* importFrom(repository, server), { imported: 1 })
      assert.strictEqual(server.requests.length, 5)
    })
  )

  it.live("ends when a rate limit lasts too long, and says until when", () =>
    Effect.gen(function* () {
      const { pulls, repository } = yield* withPulls(30)
      const headers = { "x-ratelimit-remaining": "0", "x-ratelimit-reset": "4102444800" }
      const server = yield* makeGitHubServer(pulls, once(json(403, { message: "limit" }, headers), 1))
      yield* addOrigin(repository, server)
      const { imported, stopped } = yield* importFrom(repository, server)
      assert.strictEqual(imported, 25)
      assert.include(Option.getOrThrow(stopped).message, "is used up until 2100-01-01T00:00:00Z")
      assert.strictEqual(server.requests.length, 2)
    })
  )

  it.live("gives up on a host that does not answer in time", () =>
    Effect.gen(function* () {
      const { pulls, repository } = yield* withPulls(1)
      const server = yield* makeGitHubServer(pulls, () => ({ end: "open" }))
      yield* addOrigin(repository, server)
      const { stopped } = yield* importFrom(repository, server, "github", { answer: Duration.millis(50) })
      assert.strictEqual(Option.getOrThrow(stopped).code, "hosting_answer_incomplete")
    })
  )

  it.live.each<readonly [code: string, reply: Reply]>([
    ["hosting_token_rejected", json(401, { message: "Bad credentials" })],
    ["hosting_access_denied", json(403, { message: `Resource protected by organization SAML ${hostToken}` })],
    ["hosting_api_missing", json(404, {})],
    ["hosting_redirected", json(301, {}, { location: "http://127.0.0.1:1/" })],
    ["hosting_unavailable", json(500, {})],
    [
      "hosting_project_not_found",
      json(200, { data: { repository: null }, errors: [{ type: "NOT_FOUND", message: "no" }] })
    ],
    ["hosting_project_not_found", json(200, { data: { repository: null } })],
    ["hosting_query_rejected", json(200, { errors: [{ message: "Field 'x' doesn't exist" }] })],
    ["hosting_answer_malformed", json(200, { data: { repository: 7 } })]
  ])("fails with %s", ([code, reply]) =>
    Effect.gen(function* () {
      const { pulls, repository } = yield* withPulls(1)
      const server = yield* makeGitHubServer(pulls, () => reply)
      yield* addOrigin(repository, server)
      const error = Option.getOrThrow((yield* importFrom(repository, server)).stopped)
      assert.strictEqual(error.code, code)
      assert.notInclude(`${error.message} ${error.hint}`, hostToken)
      assert.isFalse(existsSync(join(repository.directory, ".git/ultragit/pulls.json")))
    })
  )

  it.live("sends its token to no other host than that of the remote", () =>
    Effect.gen(function* () {
      const { pulls, repository } = yield* withPulls(1)
      const elsewhere = yield* makeGitHubServer(pulls)
      const server = yield* makeGitHubServer(pulls, () => json(307, {}, { location: `${elsewhere.url}/api/graphql` }))
      yield* addOrigin(repository, server)
      yield* importFrom(repository, server)
      assert.strictEqual(server.requests[0]?.headers.authorization, `Bearer ${hostToken}`)
      assert.strictEqual(elsewhere.requests.length, 0)
      const site = yield* importing(repository, "github.com")(findProject("github", Option.none()))
      const error = yield* failure(importing(repository, "github.com")(planImport(site)))
      assert.deepInclude(error, { code: "hosting_token_missing", message: `There is no token for ${server.host}.` })
      assert.strictEqual(server.requests.length, 1)
    })
  )

  it.live("only counts in a dry run, with one query", () =>
    Effect.gen(function* () {
      const { pulls, repository } = yield* withPulls(3)
      const server = yield* makeGitHubServer(pulls)
      yield* addOrigin(repository, server)
      const plan = Effect.flatMap(findProject("github", Option.none()), planImport)
      assert.deepStrictEqual(yield* importing(repository, server.host)(plan), { total: 3, known: 0, waiting: 0 })
      assert.deepStrictEqual(server.requests.map(askedFor), [0])
      assert.isFalse(existsSync(join(repository.directory, ".git/ultragit/pulls.json")))
    })
  )

  it.live("works in bare repositories, and leaves for later what a shallow clone lacks", () =>
    Effect.gen(function* () {
      const { pulls, repository } = yield* withPulls(3)
      const server = yield* makeGitHubServer(pulls)
      const bare = yield* makeRepository({ bare: true })
      yield* repository.git(["push", "-q", bare.directory, "main"])
      yield* addOrigin(bare, server)
      assert.deepInclude(yield* importFrom(bare, server), { imported: 3 })
      const shallow = yield* cloneRepository(bare, ["--depth=1"])
      yield* shallow.git(["remote", "set-url", "origin", `${server.url}/octo/demo.git`])
      assert.deepInclude(yield* importFrom(shallow, server), { imported: 1, waiting: 2 })
      const state = JSON.parse(readFileSync(join(shallow.directory, ".git/ultragit/pulls.json"), "utf8"))
      assert.deepStrictEqual(state.projects[0].numbers, [1, 2, 3])
    })
  )
})

describe("the comments of one request", () => {
  it.live("are at most twelve, those of maintainers first", () =>
    Effect.gen(function* () {
      const { commits, repository } = yield* withPulls(1)
      const server = yield* makeGitHubServer([
        { number: 1, merge: commits[0] ?? "", comments: [...said(15, "NONE"), ...said(2, "OWNER")] }
      ])
      yield* addOrigin(repository, server)
      yield* importFrom(repository, server)
      const [pull] = yield* pullsOn(repository, commits[0] ?? "")
      const roles = pull.comments.map(({ association }: { association: string }) => association)
      assert.deepStrictEqual(roles, ["OWNER", "OWNER", ...Array.from({ length: 10 }, () => "NONE")])
    })
  )
})
