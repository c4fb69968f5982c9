import { copyFileSync, readFileSync, rmSync } from "node:fs"
import { request } from "node:https"
import { once } from "node:events"
import { BlockList, connect } from "node:net"
import { networkInterfaces } from "node:os"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Fiber, Scope } from "effect"
import { listen } from "../../../src/adapters/http/listen.ts"
import { parseRanges } from "../../../src/adapters/http/peers.ts"
import { startHttp } from "../../support/conformance/overHttp.ts"
import { demoToolsets } from "../../support/demoTools.ts"
import { makeHeldTool } from "../../support/heldTool.ts"
import { httpRequest } from "../../support/httpRequest.ts"
import { exchange, initialize, json, post } from "../../support/postMcp.ts"
import { makeFolder } from "../../support/TemporaryRepository.ts"

const demo = { name: "demo", version: "1.2.3", toolsets: demoToolsets(), repository: "" }

const tls = join(import.meta.dirname, "..", "..", "fixtures", "tls")
const certificate = {
  cert: join(tls, "localhost.crt"),
  key: join(tls, "localhost.key")
}

/** The message of a call in the era without sessions, and its headers. */
const callOf = (name: string, given: object) => ({
  headers: { "mcp-protocol-version": "2026-07-28", "mcp-method": "tools/call", "mcp-name": name },
  body: JSON.stringify({
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: {
      name,
      arguments: given,
      _meta: {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": { name: "t", version: "1" },
        "io.modelcontextprotocol/clientCapabilities": {}
      }
    }
  })
})

const call = (url: string, name: string, given: object) => {
  const { body, headers } = callOf(name, given)
  return post(url, body, headers)
}

/** The same as it is on a connection. */
const callBytes = (name: string, given: object): string => {
  const { body, headers } = callOf(name, given)
  const all = { host: "localhost", "content-length": String(Buffer.byteLength(body)), ...json, ...headers }
  const lines = Object.entries(all).map(([header, value]) => `${header}: ${value}\r\n`)
  return `POST /r/repo/mcp HTTP/1.1\r\n${lines.join("")}\r\n${body}`
}

describe("addresses about the server", () => {
  it.live("say that it runs, whatever it is called", () =>
    Effect.gen(function* () {
      const base = yield* startHttp(demo)
      for (const path of ["/healthz", "/readyz"]) {
        const answer = yield* httpRequest(`${base}${path}`, { headers: { host: "10.0.0.7:80" } })
        assert.deepStrictEqual([answer.status, answer.text], [200, '{"status":"ok"}'])
        assert.strictEqual((yield* httpRequest(`${base}${path}`, { method: "POST" })).status, 405)
      }
    })
  )

  it.live("count requests and calls in the format of Prometheus", () =>
    Effect.gen(function* () {
      const base = yield* startHttp(demo)
      yield* call(`${base}/r/repo/mcp`, "demo_echo", { path: "a" })
      yield* call(`${base}/r/repo/mcp`, "demo_fail", { text: "no" })
      yield* post(`${base}/r/repo/mcp`, initialize(1))
      const { headers, text } = yield* httpRequest(`${base}/metrics`)
      assert.match(headers["content-type"] ?? "", /^text\/plain; version=0\.0\.4/)
      for (const line of [
        'ultragit_http_requests_total{route="repository",status="200"} 3',
        'ultragit_tool_calls_total{tool="demo_echo",outcome="ok"} 1',
        'ultragit_tool_calls_total{tool="demo_fail",outcome="error"} 1',
        'ultragit_tool_call_seconds_count{tool="demo_echo"} 1',
        "ultragit_tool_calls_in_flight 0",
        "ultragit_sessions 1"
      ]) {
        assert.include(text, `${line}\n`)
      }
    })
  )

  it.live("keep metrics from other machines, unless they are named", () =>
    Effect.gen(function* () {
      const proxies = parseRanges(["127.0.0.1"])
      const metricsFrom = parseRanges(["203.0.113.0/24"])
      assert.isDefined(proxies)
      assert.isDefined(metricsFrom)
      const base = yield* startHttp(demo, { proxies, metricsFrom })
      const ask = (client: string) => httpRequest(`${base}/metrics`, { headers: { "x-forwarded-for": client } })
      assert.strictEqual((yield* ask("198.51.100.1")).status, 404)
      assert.strictEqual((yield* ask("203.0.113.9")).status, 200)
    })
  )
})

describe("a preflight", () => {
  it.live("is answered alike at any address, to allowed origins", () =>
    Effect.gen(function* () {
      const base = yield* startHttp(demo)
      for (const path of ["/r/repo/mcp", "/r/other/mcp", "/nothing"]) {
        const headers = { origin: "http://localhost:6274", "access-control-request-method": "POST" }
        const answer = yield* httpRequest(`${base}${path}`, { method: "OPTIONS", headers })
        assert.strictEqual(answer.status, 204)
        assert.strictEqual(answer.headers["access-control-allow-origin"], "http://localhost:6274")
        assert.include(answer.headers["access-control-allow-headers"], "authorization")
      }
      const foreign = { origin: "https://evil.example" }
      const refused = yield* httpRequest(`${base}/r/repo/mcp`, { method: "OPTIONS", headers: foreign })
      assert.deepStrictEqual([refused.status, refused.headers["access-control-allow-origin"]], [403, undefined])
      const local = yield* post(`${base}/r/repo/mcp`, initialize(1), { origin: "http://localhost:6274" })
      assert.strictEqual(local.headers["access-control-allow-origin"], "http://localhost:6274")
      assert.include(local.headers["access-control-expose-headers"], "mcp-session-id")
    })
  )
})

describe("a request of another kind", () => {
  it.live.each([
    ["PUT", 405, "PUT /r/repo/mcp HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n{}"],
    ["TRACE", 405, "TRACE /r/repo/mcp HTTP/1.1\r\nHost: localhost\r\n\r\n"],
    ["CONNECT", 405, "CONNECT localhost:1 HTTP/1.1\r\nHost: localhost\r\n\r\n"],
    ["DELETE without a session", 405, "DELETE /r/repo/mcp HTTP/1.1\r\nHost: localhost\r\n\r\n"],
    ["an unknown expectation", 417, "POST /r/repo/mcp HTTP/1.1\r\nHost: localhost\r\nExpect: more\r\n\r\n"],
    ["two lengths", 400, "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n{}"],
    [
      "an upgrade",
      405,
      "GET /r/repo/mcp HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n"
    ]
  ])("is refused in JSON: %s", ([, status, bytes]) =>
    Effect.gen(function* () {
      const base = yield* startHttp(demo)
      const last = "GET /nothing HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
      const answered = yield* exchange(base, `${bytes}${last}`)
      assert.match(answered, new RegExp(`^HTTP/1\\.1 ${status} `))
      assert.match(answered, /content-type: application\/json/i)
      assert.include(answered, '{"error":{')
    })
  )
})

const readPem = (name: string) => readFileSync(join(tls, name), "utf8")

/** The status of a request over TLS, from a client that trusts one certificate only. */
const statusOverTls = (port: string, trusted: string) =>
  Effect.callback<number | undefined, Error>((resume) => {
    const sent = request(
      { host: "localhost", port, path: "/r/repo/mcp", method: "POST", headers: json, ca: trusted, agent: false },
      (response) => {
        response.resume()
        resume(Effect.succeed(response.statusCode))
      }
    )
    sent.on("error", (error) => resume(Effect.fail(error)))
    sent.end(initialize(1))
  })

describe("a server with a certificate", () => {
  it.live("speaks TLS", () =>
    Effect.gen(function* () {
      const { port } = new URL(yield* startHttp(demo, { certificate }))
      assert.strictEqual(yield* statusOverTls(port, readPem("localhost.crt")), 200)
    })
  )

  it.live("uses the next one from the connection on that follows its files' change", () =>
    Effect.gen(function* () {
      const folder = yield* makeFolder
      const files = { cert: join(folder, "server.crt"), key: join(folder, "server.key") }
      const put = (name: string) => {
        copyFileSync(join(tls, `${name}.crt`), files.cert)
        copyFileSync(join(tls, `${name}.key`), files.key)
      }
      put("localhost")
      const { port } = new URL(yield* startHttp(demo, { certificate: files }))
      const [first, renewed] = [readPem("localhost.crt"), readPem("renewed.crt")]
      assert.strictEqual(yield* statusOverTls(port, first), 200)
      // Until its key is there as well, the new certificate fits nothing.
      copyFileSync(join(tls, "renewed.crt"), files.cert)
      assert.strictEqual(yield* statusOverTls(port, first), 200)
      put("renewed")
      assert.strictEqual(yield* statusOverTls(port, renewed), 200)
      yield* Effect.flip(statusOverTls(port, first))
      rmSync(files.cert)
      assert.strictEqual(yield* statusOverTls(port, renewed), 200)
    })
  )

  it.live("does not start with one that is none", () =>
    Effect.gen(function* () {
      const failure = yield* Effect.flip(
        listen({
          host: "127.0.0.1",
          port: 0,
          certificate: { ...certificate, cert: "none" },
          proxies: new BlockList(),
          handle: () => Promise.reject(new Error("not to be called")),
          onStop: Effect.void,
          graceMillis: 0
        })
      )
      assert.strictEqual(failure.reason._tag, "CertificateInvalid")
    })
  )
})

describe("a server that other machines reach through a proxy", () => {
  const addresses = Object.values(networkInterfaces()).flat()
  const own = addresses.find((each) => each?.family === "IPv4" && !each.internal)?.address

  it.live.skipIf(own === undefined)("refuses those who come without it", () =>
    Effect.gen(function* () {
      const base = yield* startHttp(demo, { host: "0.0.0.0", mustBeNear: true, hostNames: [own ?? ""] })
      const { port } = new URL(base)
      const direct = yield* post(`http://${own}:${port}/r/repo/mcp`, initialize(1))
      assert.deepStrictEqual([direct.status, direct.text.includes("not_encrypted")], [403, true])
      assert.strictEqual((yield* post(`${base}/r/repo/mcp`, initialize(1))).status, 200)
    })
  )
})

/** Begins to stop a server, and waits until it accepts no connection. */
const beginToStop = Effect.fnUntraced(function* (base: string, scope: Scope.Closeable) {
  const closing = yield* Effect.forkChild(Scope.close(scope, Exit.void))
  yield* Effect.repeat(Effect.exit(httpRequest(`${base}/healthz`)), { until: Exit.isFailure })
  return closing
})

describe("a server that stops", () => {
  it.live("answers the calls in flight, and accepts no other", () =>
    Effect.gen(function* () {
      const scope = yield* Scope.make()
      const { release, started, toolset } = yield* makeHeldTool
      const base = yield* Scope.provide(startHttp({ ...demo, toolsets: [toolset] }, { graceMillis: 600_000 }), scope)
      const inFlight = yield* Effect.forkChild(call(`${base}/r/repo/mcp`, "demo_held", {}))
      yield* started
      const closing = yield* beginToStop(base, scope)
      yield* release
      assert.include((yield* Fiber.join(inFlight)).text, '"done":true')
      yield* Fiber.join(closing)
    })
  )

  it.live("does not wait for clients that went away in the middle of a request, nor for answers without a body", () =>
    Effect.gen(function* () {
      const scope = yield* Scope.make()
      const base = yield* Scope.provide(startHttp(demo, { graceMillis: 600_000 }), scope)
      const { hostname, port } = new URL(base)
      const socket = connect({ host: hostname, port: Number(port) })
      socket.write(callBytes("demo_echo", { path: "a" }).slice(0, -5))
      yield* Effect.sleep(100)
      socket.destroy()
      yield* httpRequest(`${base}/nothing`, { method: "HEAD" })
      yield* Effect.sleep(100)
      yield* Scope.close(scope, Exit.void)
    })
  )

  it.live("answers 503 on connections that are open", () =>
    Effect.gen(function* () {
      const scope = yield* Scope.make()
      const { release, started, toolset } = yield* makeHeldTool
      const base = yield* Scope.provide(startHttp({ ...demo, toolsets: [toolset] }, { graceMillis: 600_000 }), scope)
      const { hostname, port } = new URL(base)
      const socket = connect({ host: hostname, port: Number(port) })
      let received = ""
      socket.on("data", (chunk: Buffer) => (received += chunk.toString()))
      const closed = once(socket, "close")
      const bytes = callBytes("demo_held", {})
      // Sent before the call whose start is waited for, so that the server has read it by then.
      yield* Effect.callback<void>((resume) => void socket.write(bytes.slice(0, 30), () => resume(Effect.void)))
      const inFlight = yield* Effect.forkChild(call(`${base}/r/repo/mcp`, "demo_held", {}))
      yield* started
      const closing = yield* beginToStop(base, scope)
      socket.write(bytes.slice(30))
      yield* Effect.promise(() => closed)
      assert.match(received, /^HTTP\/1\.1 503 [^]*"shutting_down"/)
      yield* release
      assert.include((yield* Fiber.join(inFlight)).text, '"done":true')
      yield* Fiber.join(closing)
    })
  )
})
