import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { initialize, request, modernRequest, startServer, toolCall } from "../McpProcess.ts"
import { at, call, errorOf, ping, stillAlive, type ProgramSubject } from "./Subject.ts"

/** Messages however they come. */
export const lines = (subject: ProgramSubject): void => {
  it.live("never answers a notification", () =>
    Effect.gen(function* () {
      const server = yield* startServer(subject.command)
      yield* initialize(server, "2025-11-25")
      yield* server.send(
        { jsonrpc: "2.0", method: "notifications/unknown" },
        { jsonrpc: "2.0", method: "tools/list" },
        { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 99 } },
        { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: {} } },
        { jsonrpc: "2.0", method: "notifications/unknown", params: "x" },
        { jsonrpc: "2.0", id: 1, result: {} },
        ping(2)
      )
      assert.deepStrictEqual(yield* server.next, { jsonrpc: "2.0", id: 2, result: {} })
    })
  )

  it.live("reads lines however they are cut, ended or encoded", () =>
    Effect.gen(function* () {
      const server = yield* startServer(subject.command)
      yield* initialize(server, "2025-11-25")
      yield* server.write("\n\r\n  \n")
      yield* server.write(`\ufeff${JSON.stringify(ping(1))}\r\n`)
      assert.deepStrictEqual(at(yield* server.answer(1), "result"), {})
      const bytes = Buffer.from(`${JSON.stringify(toolCall("né\u{1f600}", "tööl"))}\n`)
      for (const byte of bytes) {
        yield* server.write(Buffer.from([byte]))
        yield* Effect.yieldNow
      }
      assert.strictEqual(at(yield* server.answer("né\u{1f600}"), "error", "message"), "Unknown tool: tööl")
    })
  )

  it.live.each(["2025-03-26", "2024-11-05"])("answers an array of messages as one array in %s", (revision) =>
    Effect.gen(function* () {
      const server = yield* startServer(subject.command)
      yield* server.send(
        request("initialize", "initialize", {
          protocolVersion: revision,
          capabilities: {},
          clientInfo: { name: "test", version: "1" }
        }),
        [ping(1), { jsonrpc: "2.0", method: "notifications/initialized" }, call(subject, 2), 5, request(3, "nothing")],
        [{ jsonrpc: "2.0", method: "notifications/initialized" }],
        []
      )
      assert.strictEqual(at(yield* server.next, "result", "protocolVersion"), revision)
      const first = yield* server.next
      const second = yield* server.next
      const [refusal, batch] = Array.isArray(first) ? [second, first] : [first, second]
      assert.deepStrictEqual(errorOf(refusal), { code: -32600, id: null })
      assert.sameMembers(Array.isArray(batch) ? batch.map((message) => at(message, "id")) : [], [1, 2, 3, null])
      yield* stillAlive(server)
    })
  )

  it.live("refuses arrays before a revision is agreed on and in 2026-07-28", () =>
    Effect.gen(function* () {
      const server = yield* startServer(subject.command)
      yield* server.send([ping(1)])
      assert.deepStrictEqual(errorOf(yield* server.answer(null)), { code: -32600, id: null })
      yield* server.send(modernRequest(1, "tools/list"))
      yield* server.answer(1)
      yield* server.send([modernRequest(2, "tools/list")])
      assert.deepStrictEqual(errorOf(yield* server.answer(null)), { code: -32600, id: null })
    })
  )
}
