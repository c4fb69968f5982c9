import { connect } from "node:net"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { startHttp } from "../../support/conformance/overHttp.ts"
import { demoToolsets } from "../../support/demoTools.ts"
import { json } from "../../support/postMcp.ts"
import { slow } from "../../support/scale.ts"

const demo = { name: "demo", version: "1.2.3", toolsets: demoToolsets(), repository: "" }

/** Writes bytes, and others once an answer begins. Returns the statuses of all answers until the connection closes. */
const statusesOf = (base: string, bytes: string, then?: string): Effect.Effect<ReadonlyArray<string>> =>
  Effect.callback((resume) => {
    const { hostname, port } = new URL(base)
    const socket = connect({ host: hostname, port: Number(port) }, () => socket.write(bytes))
    let received = ""
    if (then !== undefined) socket.once("data", () => socket.write(then))
    socket.on("data", (chunk: Buffer) => (received += chunk.toString()))
    socket.on("error", () => undefined)
    socket.on("close", () =>
      resume(Effect.succeed([...received.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status = ""]) => status)))
    )
  })

const call = JSON.stringify({
  jsonrpc: "2.0",
  id: 1,
  method: "tools/call",
  params: {
    name: "demo_sleep",
    arguments: { millis: 300 },
    _meta: {
      "io.modelcontextprotocol/protocolVersion": "2026-07-28",
      "io.modelcontextprotocol/clientInfo": { name: "t", version: "1" },
      "io.modelcontextprotocol/clientCapabilities": {}
    }
  }
})

const callBytes = [
  "POST /r/repo/mcp HTTP/1.1",
  "host: localhost",
  ...Object.entries(json).map(([name, value]) => `${name}: ${value}`),
  `content-length: ${Buffer.byteLength(call)}`,
  "mcp-protocol-version: 2026-07-28",
  "mcp-method: tools/call",
  "mcp-name: demo_sleep",
  "",
  call
].join("\r\n")

describe("a request whose rest is invalid or late", () => {
  it.live("has one answer, which it may have before", () =>
    Effect.gen(function* () {
      const base = yield* startHttp(demo)
      const head = "Host: localhost\r\nTransfer-Encoding: chunked\r\n"
      const refusals: ReadonlyArray<readonly [bytes: string, status: string]> = [
        [`POST /nothing HTTP/1.1\r\n${head}\r\n`, "404"],
        [`PUT /r/repo/mcp HTTP/1.1\r\n${head}\r\n`, "405"]
      ]
      for (const [bytes, status] of refusals) {
        assert.deepStrictEqual(yield* statusesOf(base, bytes, "no chunk\r\n"), [status])
      }
      assert.deepStrictEqual(yield* statusesOf(base, `POST /r/repo/mcp HTTP/1.1\r\n${head}\r\nno chunk\r\n`), ["400"])
    })
  )

  it.live(
    "is not answered again after 15 seconds",
    () =>
      Effect.gen(function* () {
        const base = yield* startHttp(demo)
        const late = "POST /nothing HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\n{"
        assert.deepStrictEqual(yield* statusesOf(base, late), ["404"])
      }),
    slow
  )

  it.live("is answered after the calls before it", () =>
    Effect.gen(function* () {
      const base = yield* startHttp(demo)
      assert.deepStrictEqual(yield* statusesOf(base, `${callBytes}no request\r\n\r\n`), ["200", "400"])
      const next = "GET /nothing HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
      assert.deepStrictEqual(yield* statusesOf(base, `${callBytes}${next}`), ["200", "404"])
    })
  )
})
