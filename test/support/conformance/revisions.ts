import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import type { Message } from "../Mailbox.ts"
import { initialize, modernRequest, request } from "../McpProcess.ts"
import { at, call, errorOf, type ConnectedSubject, textOf } from "./Subject.ts"

/** Only what a request of 2026-07-28 must carry. */
const meta = (revision: string): Message => ({
  _meta: {
    "io.modelcontextprotocol/protocolVersion": revision,
    "io.modelcontextprotocol/clientCapabilities": {}
  }
})

/** Every revision of the protocol, each opened as its clients open it. */
export const revisions = (subject: ConnectedSubject): void => {
  it.live.each(["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"])("speaks revision %s", (revision) =>
    Effect.gen(function* () {
      const server = yield* subject.transport.connect
      const opened = yield* initialize(server, revision)
      assert.strictEqual(at(opened, "result", "protocolVersion"), revision)
      assert.isString(at(opened, "result", "serverInfo", "version"))
      assert.isString(at(opened, "result", "instructions"))
      assert.isDefined(at(opened, "result", "capabilities", "tools"))
      yield* server.send(request(1, "tools/list"), call(subject, 2))
      const tools = at(yield* server.answer(1), "result", "tools")
      assert.deepStrictEqual(Array.isArray(tools) ? tools.map((tool) => at(tool, "name")) : tools, subject.tools)
      const answered = yield* server.answer(2)
      assert.deepStrictEqual(JSON.parse(String(textOf(answered))), at(answered, "result", "structuredContent"))
      assert.isUndefined(at(answered, "result", "isError"))
    })
  )

  it.live("offers its newest handshake revision to a client with an unknown one", () =>
    Effect.gen(function* () {
      const server = yield* subject.transport.connect
      assert.strictEqual(at(yield* initialize(server, "2019-01-01"), "result", "protocolVersion"), "2025-11-25")
    })
  )

  it.live("speaks 2026-07-28 without a handshake", () =>
    Effect.gen(function* () {
      const server = yield* subject.transport.connect
      yield* server.send(
        modernRequest(1, "server/discover"),
        modernRequest(2, "tools/list"),
        modernRequest(3, "tools/call", subject.call)
      )
      const discovered = yield* server.answer(1)
      assert.deepStrictEqual(at(discovered, "result", "supportedVersions"), ["2026-07-28"])
      assert.isString(at(discovered, "result", "instructions"))
      const listed = yield* server.answer(2)
      for (const result of [at(discovered, "result"), at(listed, "result")]) {
        assert.strictEqual(at(result, "resultType"), "complete")
        assert.isNumber(at(result, "ttlMs"))
        assert.strictEqual(at(result, "cacheScope"), "private")
        assert.isString(at(result, "_meta", "io.modelcontextprotocol/serverInfo", "name"))
      }
      const answered = yield* server.answer(3)
      assert.strictEqual(at(answered, "result", "resultType"), "complete")
      assert.isObject(at(answered, "result", "structuredContent"))
    })
  )

  it.live("lets a client probe server/discover and fall back to initialize", () =>
    Effect.gen(function* () {
      const server = yield* subject.transport.connect
      yield* server.send(modernRequest(0, "server/discover"))
      assert.isDefined(at(yield* server.answer(0), "result"))
      const opened = yield* initialize(server, "2025-06-18")
      assert.strictEqual(at(opened, "result", "protocolVersion"), "2025-06-18")
      yield* server.send(call(subject, 1), request(2, "tools/list", meta("2025-06-18")))
      assert.isObject(at(yield* server.answer(1), "result", "structuredContent"))
      assert.isArray(at(yield* server.answer(2), "result", "tools"))
    })
  )
}

/** What holds where all messages come over one connection, which has one era. */
export const oneEra = (subject: ConnectedSubject): void => {
  it.live("wants the revision in every request of 2026-07-28, and one it knows", () =>
    Effect.gen(function* () {
      const server = yield* subject.transport.connect
      yield* server.send(
        request(1, "tools/list", meta("2099-01-01")),
        modernRequest(2, "tools/list"),
        request(3, "tools/list"),
        request(4, "tools/list", meta("2099-01-01")),
        modernRequest(5, "ping")
      )
      const unsupported = yield* server.answer(1)
      assert.deepStrictEqual(errorOf(unsupported), { code: -32022, id: 1 })
      assert.deepStrictEqual(at(unsupported, "error", "data", "supported"), ["2026-07-28"])
      assert.isDefined(at(yield* server.answer(2), "result"))
      assert.deepStrictEqual(errorOf(yield* server.answer(3)), { code: -32602, id: 3 })
      assert.deepStrictEqual(errorOf(yield* server.answer(4)), { code: -32022, id: 4 })
      assert.deepStrictEqual(errorOf(yield* server.answer(5)), { code: -32601, id: 5 })
    })
  )
}
