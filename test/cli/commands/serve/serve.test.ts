import { execFileSync } from "node:child_process"
import { once } from "node:events"
import { mkdirSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Option, Result } from "effect"
import { checkExposure, parseAddress } from "../../../../src/cli/commands/serve/address.ts"
import { readServeOptions, type ServeInput } from "../../../../src/cli/commands/serve/serveOptions.ts"
import { initialize, post } from "../../../support/postMcp.ts"
import { makeOidcIssuer } from "../../../support/OidcIssuer.ts"
import { httpRequest } from "../../../support/httpRequest.ts"
import { makeFolder, makeRepository } from "../../../support/TemporaryRepository.ts"
import { startServe } from "../../../support/startServe.ts"
import { slow } from "../../../support/scale.ts"

const none: ServeInput = {
  config: Option.none(),
  listen: Option.none(),
  repos: [],
  roots: [],
  hosts: [],
  grace: Option.none(),
  tlsCert: Option.none(),
  tlsKey: Option.none(),
  behindProxy: [],
  metricsFrom: [],
  auth: Option.none(),
  tokens: Option.none(),
  rateLimit: Option.none(),
  auditArguments: false,
  toolsets: Option.none()
}

const exposed = { host: "192.0.2.1", port: 7337 }
const authenticated = { isAuthenticated: true, hasCertificate: false, isBehindProxy: false }

const isAccepted = (protection: Partial<typeof authenticated>, address = exposed): boolean =>
  Result.isSuccess(checkExposure(address, { ...authenticated, ...protection }, "--auth tokens"))

describe("an address that other machines reach", () => {
  it("needs authentication, and a certificate or a proxy", () => {
    assert.isFalse(isAccepted({}))
    assert.isFalse(isAccepted({ isAuthenticated: false, hasCertificate: true }))
    assert.isTrue(isAccepted({ hasCertificate: true }))
    assert.isTrue(isAccepted({ isBehindProxy: true }))
    for (const host of ["localhost", "127.9.9.9", "::1"]) {
      assert.isTrue(isAccepted({ isAuthenticated: false }, { host, port: 0 }))
    }
  })

  it("is parsed with its port", () => {
    assert.deepStrictEqual(Result.getOrThrow(parseAddress("[::1]:80")), { host: "::1", port: 80 })
    assert.deepStrictEqual(Result.getOrThrow(parseAddress("80")), { host: "127.0.0.1", port: 80 })
    for (const text of ["::1:80", "a b:80", "host", "host:65536"]) {
      assert.isTrue(Result.isFailure(parseAddress(text)), text)
    }
  })
})

describe("the name of a repository", () => {
  it("is one that an address can have", () => {
    for (const [name, isServed] of [
      ["app", true],
      [".app", true],
      ["...", true],
      ["a b%", true],
      [".", false],
      ["..", false]
    ] as const) {
      assert.strictEqual(Result.isSuccess(readServeOptions({ ...none, repos: [`${name}=.`] })), isServed, name)
    }
  })
})

describe("--auth oidc", () => {
  it.live(
    "lets those in whose token the provider of the file has signed",
    () =>
      Effect.gen(function* () {
        const { issuer, sign } = yield* makeOidcIssuer
        const folder = yield* makeFolder
        const file = join(folder, "serve.json")
        const oidc = { issuer, url: "https://git.example.com", grants: [{ repositories: ["app"] }] }
        mkdirSync(join(folder, "app"))
        writeFileSync(file, JSON.stringify({ listen: "127.0.0.1:0", auth: "oidc", oidc, repositories: { app: "app" } }))
        const { base } = yield* startServe(["--config", file])
        const url = `${base}/r/app/mcp`
        assert.strictEqual((yield* post(url, initialize(1))).status, 401)
        const headers = { authorization: `Bearer ${yield* sign()}` }
        assert.strictEqual((yield* post(url, initialize(1), headers)).status, 200)
      }),
    slow
  )

  it("needs a file that says what is trusted", () => {
    const options = readServeOptions({ ...none, auth: Option.some("oidc") })
    assert.match(Result.isFailure(options) ? options.failure : "", /needs the part oidc in the file of --config/)
  })
})

describe("the file of --config", () => {
  const read = Effect.fnUntraced(function* (document: unknown, input: Partial<ServeInput> = {}) {
    const folder = yield* makeFolder
    mkdirSync(join(folder, "app"))
    const file = join(folder, "serve.json")
    writeFileSync(file, typeof document === "string" ? document : JSON.stringify(document))
    return { folder, options: readServeOptions({ ...none, ...input, config: Option.some(file) }) }
  })

  it.live("has the options, with paths relative to its folder", () =>
    Effect.gen(function* () {
      const { folder, options } = yield* read({
        listen: "127.0.0.1:0",
        repositories: { app: "app" },
        hosts: ["git.example.com"],
        toolsets: ["commits"],
        graceSeconds: 3,
        maxBodyBytes: 2048,
        behindProxy: ["10.0.0.0/8"]
      })
      const { address, graceMillis, hostNames, maxBodyBytes, proxies, repositories, toolsets } =
        Result.getOrThrow(options)
      assert.deepStrictEqual(address, { host: "127.0.0.1", port: 0 })
      assert.deepStrictEqual([...repositories.named], [["app", join(folder, "app")]])
      assert.deepStrictEqual(
        [hostNames, toolsets, graceMillis, maxBodyBytes],
        [["git.example.com"], ["commits"], 3_000, 2048]
      )
      assert.isTrue(proxies.check("10.1.1.1"))
    })
  )

  it.live("may have what another mode of authentication needs", () =>
    Effect.gen(function* () {
      const { options } = yield* read({ auth: "none", tokens: "tokens.json" })
      assert.strictEqual(Result.getOrThrow(options).auth.mode, "none")
    })
  )

  it.live("gives way to the command line", () =>
    Effect.gen(function* () {
      const { options } = yield* read(
        { listen: "127.0.0.1:1", graceSeconds: 3 },
        { listen: Option.some("127.0.0.1:2"), grace: Option.some(4) }
      )
      const { address, graceMillis } = Result.getOrThrow(options)
      assert.deepStrictEqual([address.port, graceMillis], [2, 4_000])
    })
  )

  it.live.each<readonly [document: unknown, reason: RegExp]>([
    ['{"listen":', /serve\.json is not valid/],
    [{ listne: "127.0.0.1:1" }, /listne/],
    [{ graceSeconds: "3" }, /graceSeconds/],
    [{ graceSeconds: 4_000 }, /graceSeconds/],
    [{ listen: "0.0.0.0:1" }, /no authentication/],
    [{ tlsCert: "a.pem" }, /go together/],
    [{ tlsCert: "a.pem", tlsKey: "b.pem" }, /--tls-cert: .*a\.pem/],
    [{ behindProxy: ["proxy.example"] }, /--behind-proxy takes addresses/],
    [{ hosts: ["git.example.com:443"] }, /--host takes a host name without a port, .*, not git\.example\.com:443/],
    [{ hosts: ["https://git.example.com"] }, /--host takes/],
    [{ hosts: ["*.example.com"] }, /--host takes/],
    [{ hosts: [""] }, /--host takes/],
    [{ tokens: "tokens.json" }, /has tokens or oidc, but no auth/],
    [{ oidc: { issuer: "https://id.example", url: "https://git.example", grants: [] } }, /but no auth/],
    [{ repositories: { "": "app" } }, /No address can have the name "" for .*app/],
    [{ repositories: { ".": "app" } }, /No address can have the name/],
    [{ repositories: { "\ud800": "app" } }, /No address can have the name/],
    [{ repositories: { ["é".repeat(400)]: "app" } }, /No address can have the name/],
    [{ repositories: { app: "gone" } }, /There is no folder .*gone/]
  ])("is refused with the reason: %j", ([document, reason]) =>
    Effect.gen(function* () {
      const { options } = yield* read(document)
      assert.match(Result.getOrThrow(Result.flip(options)), reason)
    })
  )
})

describe("telemetry", () => {
  it.live("goes to the address that OpenTelemetry's variables say, and names no session, path or argument", () =>
    Effect.gen(function* () {
      const received = new Map<string, string>()
      const collector = createServer((request, response) => {
        let text = ""
        request.on("data", (chunk: Buffer) => (text += chunk.toString()))
        request.on("end", () => {
          received.set(request.url ?? "", `${received.get(request.url ?? "") ?? ""}${text}`)
          response.setHeader("content-type", "application/json")
          response.end("{}")
        })
      })
      yield* Effect.acquireRelease(
        Effect.callback<void>((resume) => void collector.listen(0, "127.0.0.1", () => resume(Effect.void))),
        () => Effect.sync(() => collector.close())
      )
      const address = collector.address()
      const port = typeof address === "object" && address !== null ? address.port : 0
      const repository = yield* makeRepository()
      const { base, child } = yield* startServe(["--repo", `app=${repository.directory}`, "--listen", "127.0.0.1:0"], {
        OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
        OTEL_EXPORTER_OTLP_PROTOCOL: "http/json"
      })
      const body = JSON.stringify({
        jsonrpc: "2.0",
        id: 1,
        method: "tools/call",
        params: {
          name: "ultragit_read",
          arguments: { path: "secret.ts" },
          _meta: {
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientInfo": { name: "t", version: "1" },
            "io.modelcontextprotocol/clientCapabilities": {}
          }
        }
      })
      const answer = yield* httpRequest(`${base}/r/app/mcp`, {
        method: "POST",
        headers: {
          accept: "application/json, text/event-stream",
          "content-type": "application/json",
          "mcp-protocol-version": "2026-07-28",
          "mcp-method": "tools/call",
          "mcp-name": "ultragit_read",
          authorization: "Bearer secret"
        },
        body
      })
      assert.strictEqual(answer.status, 200)
      const ended = once(child, "exit")
      child.kill("SIGTERM")
      assert.deepStrictEqual(yield* Effect.promise(() => ended), [0, null])
      assert.include(received.get("/v1/traces"), "tools/call ultragit_read")
      assert.include(received.get("/v1/metrics"), "ultragit_tool_calls_total")
      assert.notInclude([...received.values()].join(""), "secret")
    })
  )
})

describe("a folder of repositories that is served", () => {
  it.live("is what the Gitblit tools browse, unless another is named", () =>
    Effect.gen(function* () {
      const root = yield* makeFolder
      const other = yield* makeFolder
      for (const folder of [join(root, "app"), join(root, "lib"), join(other, "else")]) {
        execFileSync("git", ["init", "--quiet", folder])
      }
      const args = ["--root", root, "--toolsets", "gitblit", "--listen", "127.0.0.1:0"]
      const list = (env: Readonly<Record<string, string>>) =>
        Effect.gen(function* () {
          const { base, printed } = yield* startServe(args, env)
          assert.include(printed, `${base}/mcp for tools that span repositories\n`)
          const opened = yield* post(`${base}/mcp`, initialize(1))
          const session = String(opened.headers["mcp-session-id"])
          const call = { jsonrpc: "2.0", id: 2, method: "tools/call", params: { name: "gb_list_repos", arguments: {} } }
          return (yield* post(`${base}/mcp`, JSON.stringify(call), { "mcp-session-id": session })).text
        })
      const own = yield* list({})
      assert.include(own, '"name":"app"')
      assert.include(own, '"name":"lib"')
      assert.include(yield* list({ ULTRAGIT_GITBLIT_ROOT: other }), '"name":"else"')
    })
  )
})
