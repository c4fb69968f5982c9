import { assert, describe, it } from "@effect/vitest"
import { Effect, Option } from "effect"
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { failure } from "../../support/ask.ts"
import { findProject } from "../../../src/sharing/imports/findProject.ts"
import { importFrom, importing, pullsOn } from "../../support/importing.ts"
import { json, makeModelServer, type ReceivedRequest } from "../../support/ModelServer.ts"
import { makeRepository } from "../../support/TemporaryRepository.ts"

const because = (what: string) => `${what}, because the pool closes idle connections.`
const bob = { username: "bob", bot: false }
const note = (more: object) => ({ body: because("Keep it"), system: false, internal: false, author: bob, ...more })

const variable = (request: ReceivedRequest, name: string): unknown => {
  const { variables } = request.body
  return typeof variables === "object" && variables !== null ? Reflect.get(variables, name) : undefined
}

/** Answers as GitLab does, two merge requests a page at most. */
const makeGitLabServer = Effect.fnUntraced(function* (nodes: ReadonlyArray<object>) {
  const server = yield* makeModelServer((request) => {
    const first = Number(variable(request, "first"))
    if (first > 10)
      return json(200, { errors: [{ message: "Query has complexity of 300, which exceeds max complexity of 250" }] })
    if (variable(request, "project") !== "group/sub/demo") return json(200, { data: { project: null } })
    const start = Number(variable(request, "after") ?? 0)
    const page = nodes.slice(start, start + Math.min(2, first))
    const pageInfo = { hasNextPage: start + page.length < nodes.length, endCursor: `${start + page.length}` }
    return json(200, { data: { project: { mergeRequests: { count: nodes.length, pageInfo, nodes: page } } } })
  })
  return { ...server, host: new URL(server.url).host }
})

const request = (iid: number, more: object) => ({
  iid: `${iid}`,
  title: `Change ${iid}`,
  description: because(`Body ${iid}`),
  webUrl: `https://gitlab.com/group/sub/demo/-/merge_requests/${iid}`,
  mergedAt: "2024-01-01T00:00:00Z",
  updatedAt: "2024-01-02T00:00:00Z",
  mergeCommitSha: null,
  commitCount: 1,
  author: bob,
  commits: { nodes: [] },
  notes: { nodes: [] },
  ...more
})

describe("merge requests of GitLab", () => {
  it.live("are kept on their merge commits, or on the commits of a fast-forward", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      const merge = yield* repository.commit("Merge branch 'a' into 'main'", { files: { "a.ts": "1\n" } })
      const forwarded = yield* repository.commit("Add b", { files: { "a.ts": "2\n" } })
      const server = yield* makeGitLabServer([
        request(1, {
          mergeCommitSha: merge,
          notes: {
            nodes: [
              note({ maxAccessLevelOfAuthor: "Maintainer", position: { filePath: "a.ts" } }),
              note({ body: because("Secret"), internal: true }),
              note({ body: because("Merged"), system: true }),
              note({ body: because("Scanned"), author: { username: "scan", bot: true } })
            ]
          }
        }),
        request(2, { commits: { nodes: [{ sha: forwarded, title: "Add b" }] } }),
        request(3, { author: { username: "renovate", bot: true }, mergeCommitSha: merge }),
        { iid: "no" }
      ])
      yield* repository.git(["remote", "add", "origin", `${server.url}/group/sub/demo.git`])
      const tally = yield* importFrom(repository, server, "gitlab")
      assert.deepInclude(tally, { total: 4, imported: 2, byPrograms: 1, unreadable: 1, stopped: Option.none() })
      const [first] = yield* pullsOn(repository, merge)
      assert.deepInclude(first, { id: "!1", project: "group/sub/demo", author: "bob", body: because("Body 1") })
      assert.deepStrictEqual(first.comments, [
        { author: "bob", association: "Maintainer", path: "a.ts", text: because("Keep it") }
      ])
      assert.deepInclude((yield* pullsOn(repository, forwarded))[0], { id: "!2" })
      assert.deepInclude(yield* importFrom(repository, server, "gitlab"), { imported: 0 })
    })
  )

  it.live("of a project that the token cannot read are not there", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      const server = yield* makeGitLabServer([])
      yield* repository.git(["remote", "add", "origin", `${server.url}/group/other.git`])
      const { stopped } = yield* importFrom(repository, server, "gitlab")
      assert.strictEqual(Option.getOrThrow(stopped).code, "hosting_project_not_found")
    })
  )
})

describe("the project of a remote", () => {
  it.live("is found in the forms that git knows, on hosts of the kind asked for", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      const before = yield* Effect.promise(() => readFile(join(repository.directory, ".git/config"), "utf8"))
      const found = (kind: "github" | "gitlab", url: string) =>
        Effect.gen(function* () {
          yield* repository.write(".git/config", `${before}[remote "origin"]\n\turl = ${JSON.stringify(url)}\n`)
          const site = yield* Effect.option(importing(repository, "")(findProject(kind, Option.none())))
          return Option.match(site, {
            onNone: () => undefined,
            onSome: ({ endpoint, host, project }) => [host, project, endpoint.href]
          })
        })
      const atGitHub = ["github.com", "o/n", "https://api.github.com/graphql"]
      for (const url of [
        "https://github.com/o/n.git",
        "https://user:secret@GitHub.com/o/n/",
        "git@github.com:o/n.git",
        "ssh://git@ssh.github.com:443/o/n.git",
        "git://github.com/o/n"
      ]) {
        assert.deepStrictEqual(yield* found("github", url), atGitHub, url)
      }
      assert.deepStrictEqual(yield* found("github", "https://acme.ghe.com/o/n"), [
        "acme.ghe.com",
        "o/n",
        "https://api.acme.ghe.com/graphql"
      ])
      assert.deepStrictEqual(yield* found("github", "https://git.corp:8443/o/n"), [
        "git.corp:8443",
        "o/n",
        "https://git.corp:8443/api/graphql"
      ])
      assert.deepStrictEqual(yield* found("gitlab", "http://git.corp:8080/g/s/n.git"), [
        "git.corp",
        "g/s/n",
        "https://git.corp/api/graphql"
      ])
      for (const url of [
        "../n.git",
        "/srv/n.git",
        "C:\\n",
        "https://gitlab.com/o/n",
        "https://github.com/o",
        "file:///o/n"
      ]) {
        assert.isUndefined(yield* found("github", url), url)
      }
      assert.isUndefined(yield* found("gitlab", "https://github.com/o/n"))
    })
  )

  it.live("is that of origin first, as insteadOf rewrites it, or of the remote named", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      yield* repository.git(["remote", "add", "fork", "https://github.com/me/n.git"])
      yield* repository.git(["remote", "add", "origin", "gh:o/n"])
      yield* repository.git(["config", "url.git@github.com:.insteadOf", "gh:"])
      const find = (named: Option.Option<string>) => importing(repository, "")(findProject("github", named))
      assert.deepInclude(yield* find(Option.none()), { project: "o/n" })
      assert.deepInclude(yield* find(Option.some("fork")), { project: "me/n" })
      assert.deepInclude(yield* failure(find(Option.some("no"))), { code: "remote_unknown" })
    })
  )
})
