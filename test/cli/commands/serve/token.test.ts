import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { bearer, call } from "../../../serving/auth/authenticated.ts"
import { makePool } from "../../../support/annotated.ts"
import { initialize, post } from "../../../support/postMcp.ts"
import { run } from "../../../support/program.ts"
import { startServe } from "../../../support/startServe.ts"
import { makeFolder, makeRepository } from "../../../support/TemporaryRepository.ts"
import { slow } from "../../../support/scale.ts"

describe("ultragit serve token", () => {
  it.live("makes, lists and revokes tokens of a running server, and shows each once", () =>
    Effect.gen(function* () {
      const folder = yield* makeFolder
      const repository = yield* makeRepository()
      const env = { XDG_CONFIG_HOME: folder }
      const token = (...args: ReadonlyArray<string>) => run(["serve", "token", ...args], { env })
      const added = yield* token("add", "ci", "--repo", "app", "--repo", "lib")
      assert.strictEqual(added.exitCode, 0, added.stderr)
      const [line, secret = ""] = added.stdout.split("\n")
      assert.match(line ?? "", /^ci: app, lib; read; until \d{4}-/)
      const listed = yield* token("list", "--json")
      assert.notInclude(listed.stdout, secret)
      assert.include(listed.stdout, '"expired":false')
      const { base, child } = yield* startServe(
        ["--auth", "tokens", "--repo", `app=${repository.directory}`, "--listen", "127.0.0.1:0"],
        env
      )
      let log = ""
      child.stderr.on("data", (chunk: Buffer) => (log += chunk.toString()))
      const url = `${base}/r/app/mcp`
      assert.strictEqual((yield* post(url, initialize(1))).status, 401)
      assert.strictEqual((yield* post(url, initialize(1), bearer(secret))).status, 200)
      yield* call(url, secret, "ultragit_read", { path: "none.ts" })
      assert.match(log, /"principal":"ci","repository":"app","tool":"ultragit_read","outcome":"error","ms":\d+/)
      assert.notInclude(log, secret)
      assert.notInclude(log, "none.ts")
      assert.strictEqual((yield* token("revoke", "ci")).exitCode, 0)
      assert.strictEqual((yield* post(url, initialize(1), bearer(secret))).status, 401)
    })
  )

  it.live("tells the log, but no principal, in which folder a repository cannot be opened", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository({ bare: true })
      const file = join(yield* makeFolder, "tokens.json")
      const added = yield* run(["serve", "token", "add", "ci", "--repo", "app", "--tokens", file])
      const [, secret = ""] = added.stdout.split("\n")
      const where = ["--repo", `app=${repository.directory}`, "--listen", "127.0.0.1:0"]
      const open = yield* startServe(where)
      const closed = yield* startServe(["--auth", "tokens", "--tokens", file, ...where])
      let log = ""
      closed.child.stderr.on("data", (chunk: Buffer) => (log += chunk.toString()))
      writeFileSync(join(repository.directory, "HEAD"), "")
      const ask = (base: string) => call(`${base}/r/app/mcp`, secret, "ultragit_read", { path: "a.ts" })
      const [toUser, toPrincipal] = [yield* ask(open.base), yield* ask(closed.base)]
      assert.include(toUser.text, repository.directory)
      assert.include(toPrincipal.text, "The server cannot open this repository.")
      assert.notInclude(toPrincipal.text, repository.directory)
      assert.include(log, `Not a git repository: ${repository.directory}`)
    })
  )

  it.live(
    "loses none of those that are added at the same time",
    () =>
      Effect.gen(function* () {
        const options = ["--tokens", join(yield* makeFolder, "new", "tokens.json")]
        const names = ["a", "b", "c", "d", "e", "f"]
        const added = yield* Effect.forEach(names, (name) => run(["serve", "token", "add", name, ...options]), {
          concurrency: "unbounded"
        })
        assert.deepStrictEqual(
          added.map(({ exitCode }) => exitCode),
          names.map(() => 0)
        )
        const { stdout } = yield* run(["serve", "token", "list", "--json", ...options])
        for (const name of names) assert.include(stdout, `"name":"${name}"`)
      }),
    slow
  )

  it.live(
    "names those who write notes as their authors",
    () =>
      Effect.gen(function* () {
        const { repository } = yield* makePool
        const tokens = join(yield* makeFolder, "tokens.json")
        const options = ["--tokens", tokens]
        const added = yield* run([
          "serve",
          "token",
          "add",
          "ann@example.com",
          "--repo",
          "app",
          "--scope",
          "write",
          ...options
        ])
        const [, secret = ""] = added.stdout.split("\n")
        const where = ["--repo", `app=${repository.directory}`, "--listen", "127.0.0.1:0"]
        const { base } = yield* startServe(["--auth", "tokens", "--toolsets", "all", ...where, ...options])
        const url = `${base}/r/app/mcp`
        const answer = yield* call(url, secret, "ultragit_annotate", {
          commit: "HEAD",
          summary: "A pool.",
          regions: []
        })
        assert.notInclude(answer.text, '"isError":true')
        const written = yield* repository.git(["log", "-1", "--format=%an <%ae>, %cn", "refs/notes/ultragit"])
        assert.match(written, /^ann@example.com <ann@example.com>, (?!ann)/)
        // Toolsets that span repositories answer every principal about its own ones.
        for (const endpoint of [url, `${base}/mcp`]) {
          const other = yield* call(endpoint, secret, "commitmux_list_repos")
          assert.strictEqual(other.status, 200)
          assert.notInclude(other.text, "Unknown tool")
        }
      }),
    slow
  )

  it.live(
    "says what is wrong with names, times and files",
    () =>
      Effect.gen(function* () {
        const file = join(yield* makeFolder, "tokens.json")
        const refuse = Effect.fnUntraced(function* (...args: ReadonlyArray<string>) {
          const { exitCode, stderr } = yield* run(["serve", "token", ...args, "--tokens", file])
          return `${exitCode} ${stderr}`
        })
        assert.match(yield* refuse("add", "a b"), /^2 [^]*name has letters/)
        assert.match(yield* refuse("add", "a", "--expires", "soon"), /^2 [^]*such as 90d/)
        assert.match(yield* refuse("add", "a", "--expires", "9999w"), /^2 [^]*ten years/)
        assert.match(yield* refuse("revoke", "a"), /^1 [^]*no token named a/)
      }),
    slow
  )
})
