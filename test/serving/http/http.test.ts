import { spawn } from "node:child_process"
import { once } from "node:events"
import { renameSync } from "node:fs"
import { join } from "node:path"
import process from "node:process"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/client"
import { Client } from "@modelcontextprotocol/client"
import { Client as OldClient } from "@modelcontextprotocol/sdk/client/index.js"
import { StreamableHTTPClientTransport as OldTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js"
import { makePool } from "../../support/annotated.ts"
import { startHttp } from "../../support/conformance/overHttp.ts"
import { demoToolsets } from "../../support/demoTools.ts"
import { serverOf } from "../../support/program.ts"
import { exchange, initialize, json, post } from "../../support/postMcp.ts"
import { type HttpAnswer, httpRequest } from "../../support/httpRequest.ts"
import { isolation } from "../../support/runGit.ts"
import { startServe } from "../../support/startServe.ts"
import { slow } from "../../support/scale.ts"
import { makeFolder, makeRepository } from "../../support/TemporaryRepository.ts"

/** The launcher of the built program. */
const [main = ""] = serverOf("").args

const demo = { name: "demo", version: "1.2.3", toolsets: demoToolsets(), repository: "" }
describe("requests that are refused", () => {
  it.live("are those of other host names and of pages of other sites", () =>
    Effect.gen(function* () {
      const base = yield* startHttp(demo)
      const answered = yield* exchange(
        base,
        "POST /r/repo/mcp HTTP/1.1\r\nHost: evil.example\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
      )
      assert.match(answered, /^HTTP\/1\.1 403 /)
      const foreign = yield* post(`${base}/r/repo/mcp`, initialize(1), { origin: "https://evil.example" })
      assert.strictEqual(foreign.status, 403)
      const local = yield* post(`${base}/r/repo/mcp`, initialize(1), { origin: "http://localhost:3000" })
      assert.strictEqual(local.status, 200)
    })
  )

  it.live("have a clear JSON error each", () =>
    Effect.gen(function* () {
      const base = yield* startHttp(demo)
      const url = `${base}/r/repo/mcp`
      const expectJson = Effect.fnUntraced(function* (answer: Effect.Effect<HttpAnswer>, status: number) {
        const { text, ...rest } = yield* answer
        assert.strictEqual(rest.status, status, text)
        assert.isObject(JSON.parse(text))
      })
      yield* expectJson(httpRequest(`${base}/nothing`), 404)
      yield* expectJson(httpRequest(`${base}/.well-known/oauth-protected-resource`), 404)
      yield* expectJson(post(`${base}/r/unknown/mcp`, initialize(1)), 404)
      yield* expectJson(httpRequest(`${base}/r/${encodeURIComponent("../etc")}/mcp`), 404)
      yield* expectJson(httpRequest(`${base}/r/%zz/mcp`), 404)
      yield* expectJson(httpRequest(url), 405)
      yield* expectJson(post(url, "{"), 400)
      yield* expectJson(post(url, "{}", { "content-type": "text/plain" }), 415)
      yield* expectJson(post(url, "x".repeat(11 * 1024 * 1024)), 413)
      yield* expectJson(post(url, initialize(1), { "mcp-session-id": "unknown" }), 404)
    })
  )

  it.live("are those that are no HTTP", () =>
    Effect.gen(function* () {
      const base = yield* startHttp(demo)
      assert.match(yield* exchange(base, "garbage\r\n\r\n"), /^HTTP\/1\.1 400 [^]*"error"/)
      const headers = `GET / HTTP/1.1\r\nHost: localhost\r\nX: ${"x".repeat(20_000)}\r\n\r\n`
      assert.match(yield* exchange(base, headers), /^HTTP\/1\.1 431 [^]*"error"/)
    })
  )

  it.live(
    "are those whose body does not come within 15 seconds",
    () =>
      Effect.gen(function* () {
        const base = yield* startHttp(demo)
        const answered = yield* exchange(
          base,
          "POST /r/repo/mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 10\r\n\r\n{"
        )
        assert.match(answered, /^HTTP\/1\.1 408 [^]*"error"/)
      }),
    slow
  )

  it.live.each<readonly [revision: string, status: number]>([
    ["2024-11-05", 200],
    ["2025-03-26", 200],
    ["2025-06-18", 400],
    ["2025-11-25", 400]
  ])("are arrays in sessions of revisions without batches: %s", ([revision, status]) =>
    Effect.gen(function* () {
      const url = `${yield* startHttp(demo)}/r/repo/mcp`
      const opened = yield* post(url, initialize(1, revision))
      const session = { "mcp-session-id": String(opened.headers["mcp-session-id"]) }
      const batch = JSON.stringify([{ jsonrpc: "2.0", id: 2, method: "ping" }])
      for (const headers of [session, { ...session, "mcp-protocol-version": revision }]) {
        const answer = yield* post(url, batch, headers)
        assert.deepStrictEqual([answer.status, answer.text.includes("-32600")], [status, status === 400])
      }
    })
  )

  it.live("are arrays without a session", () =>
    Effect.gen(function* () {
      const url = `${yield* startHttp(demo)}/r/repo/mcp`
      for (const revision of ["2025-03-26", "2025-11-25"]) {
        const { headers, status } = yield* post(url, `[${initialize(1, revision)}]`)
        assert.deepStrictEqual([status, headers["mcp-session-id"]], [400, undefined])
      }
    })
  )
})

describe("a session", () => {
  it.live("is known by 256 random bits, and only at its own endpoint", () =>
    Effect.gen(function* () {
      const { repository } = yield* makePool
      const base = yield* startHttp({ ...demo, repository: repository.directory })
      const opened = yield* post(`${base}/r/repo/mcp`, initialize(1))
      const id = String(opened.headers["mcp-session-id"])
      assert.strictEqual(Buffer.from(id, "base64url").length, 32)
      const ping = JSON.stringify({ jsonrpc: "2.0", id: 2, method: "ping" })
      assert.strictEqual((yield* post(`${base}/r/repo/mcp`, ping, { "mcp-session-id": id })).status, 200)
      const ended = yield* httpRequest(`${base}/r/repo/mcp`, {
        method: "DELETE",
        headers: { ...json, "mcp-session-id": id }
      })
      assert.strictEqual(ended.status, 200)
      assert.strictEqual((yield* post(`${base}/r/repo/mcp`, ping, { "mcp-session-id": id })).status, 404)
    })
  )
})

const given = (label: string) => ({ name: "demo_hang", arguments: { label } })

describe("a call that its client gives up", () => {
  it.live("is interrupted in both eras", () =>
    Effect.gen(function* () {
      const url = new URL(`${yield* startHttp(demo)}/r/repo/mcp`)
      const modern = new Client({ name: "new", version: "1" }, { versionNegotiation: { mode: { pin: "2026-07-28" } } })
      yield* Effect.promise(() => modern.connect(new StreamableHTTPClientTransport(url)))
      const old = new OldClient({ name: "old", version: "1" })
      yield* Effect.promise(() => old.connect(new OldTransport(url)))
      const waitFor = Effect.fnUntraced(function* (event: string) {
        for (;;) {
          const events = yield* Effect.promise(() => modern.callTool({ name: "demo_events", arguments: {} }))
          if (JSON.stringify(events).includes(event)) return
        }
      })
      for (const [label, call] of [
        ["modern", (signal: AbortSignal) => modern.callTool(given("modern"), { signal })],
        ["old", (signal: AbortSignal) => old.callTool(given("old"), undefined, { signal })]
      ] as const) {
        const controller = new AbortController()
        const outcome = call(controller.signal).then(
          () => "answered",
          () => "given up"
        )
        yield* waitFor(`started ${label}`)
        controller.abort()
        assert.strictEqual(yield* Effect.promise(() => outcome), "given up")
        yield* waitFor(`interrupted ${label}`)
      }
      yield* Effect.promise(() => Promise.all([modern.close(), old.close()]))
    })
  )
})

describe("ultragit serve", () => {
  it.live("prints its addresses, answers for each repository below a folder, and ends with 0 when told to", () =>
    Effect.gen(function* () {
      const { repository } = yield* makePool
      const root = yield* makeFolder
      const { base, child } = yield* startServe(["--root", root, "--listen", "127.0.0.1:0"])
      const url = `${base}/r/pool/mcp`
      // The repository comes while the server runs.
      assert.strictEqual((yield* post(url, initialize(1))).status, 404)
      renameSync(repository.directory, join(root, "pool"))
      const client = new Client({ name: "new", version: "1" }, { versionNegotiation: { mode: { pin: "2026-07-28" } } })
      yield* Effect.promise(() => client.connect(new StreamableHTTPClientTransport(new URL(url))))
      const answer = yield* Effect.promise(() =>
        client.callTool({ name: "ultragit_read", arguments: { path: "src/pool.ts", anchor: "Pool.acquire" } })
      )
      assert.include(JSON.stringify(answer), "Never hand out a closed connection.")
      renameSync(join(root, "pool"), repository.directory)
      assert.strictEqual((yield* post(url, initialize(1))).status, 404)
      yield* Effect.promise(() => client.close())
      const ended = once(child, "exit")
      child.kill("SIGTERM")
      assert.deepStrictEqual(yield* Effect.promise(() => ended), [0, null])
    })
  )

  const refuse = Effect.fnUntraced(function* (...args: ReadonlyArray<string>) {
    const repository = yield* makeRepository()
    const child = spawn(process.execPath, [main, "serve", ...args], {
      cwd: repository.directory,
      env: { ...process.env, ...isolation }
    })
    let errors = ""
    child.stderr.on("data", (chunk: Buffer) => (errors += chunk.toString()))
    const [code] = yield* Effect.promise(() => once(child, "close"))
    return `${code} ${errors}`
  })

  it.live("refuses addresses of other machines, taken ports, and folders that do not exist", () =>
    Effect.gen(function* () {
      const base = yield* startHttp(demo)
      assert.match(yield* refuse("--listen", "0.0.0.0:0"), /^2 [^]*no authentication/)
      assert.match(yield* refuse("--listen", new URL(base).host), /^1 [^]*Cannot listen on [^]*another program/)
      assert.match(yield* refuse("--repo", "a=/no/such/folder"), /^2 [^]*There is no folder/)
    })
  )

  it.live(
    "refuses what is no address and no repository",
    () =>
      Effect.gen(function* () {
        assert.match(yield* refuse("--listen", "nonsense"), /^2 [^]*HOST:PORT/)
        assert.match(yield* refuse("--repo", "nonsense"), /^2 [^]*NAME=PATH/)
      }),
    slow
  )
})
