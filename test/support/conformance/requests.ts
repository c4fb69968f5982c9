import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { initialize, request, toolCall } from "../McpProcess.ts"
import { at, call, type ConnectedSubject, errorOf, ping, stillAlive, textOf } from "./Subject.ts"

/** Requests, good and bad, and what is none. */
export const requests = (subject: ConnectedSubject): void => {
  it.live("answers pipelined requests each with its own id", () =>
    Effect.gen(function* () {
      const server = yield* subject.transport.connect
      yield* initialize(server, "2025-11-25")
      const ids = Array.from({ length: 300 }, (_, n) => n)
      yield* server.send(...ids.map((id) => (id % 10 === 0 ? call(subject, id) : ping(id))))
      const answers = yield* Effect.forEach(ids, (id) => server.answer(id))
      assert.deepStrictEqual(
        answers.map((message) => at(message, "result", "structuredContent") !== undefined),
        ids.map((id) => id % 10 === 0)
      )
    })
  )

  it.live("never answers a notification, whatever its method", () =>
    Effect.gen(function* () {
      const server = yield* subject.transport.connect
      yield* initialize(server, "2025-11-25")
      yield* server.send(
        { jsonrpc: "2.0", method: "notifications/unknown" },
        { jsonrpc: "2.0", method: "tools/list" },
        { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 99 } },
        ping(2)
      )
      assert.deepStrictEqual(yield* server.next, { jsonrpc: "2.0", id: 2, result: {} })
    })
  )

  it.live("answers what it does not know with the error JSON-RPC names", () =>
    Effect.gen(function* () {
      const server = yield* subject.transport.connect
      yield* initialize(server, "2025-11-25")
      yield* server.send(
        request(1, "no/such/method"),
        request(2, "resources/list"),
        request(3, "tools/call", {}),
        toolCall("four", "no_such_tool")
      )
      assert.deepStrictEqual(errorOf(yield* server.answer(1)), { code: -32601, id: 1 })
      assert.deepStrictEqual(errorOf(yield* server.answer(2)), { code: -32601, id: 2 })
      assert.deepStrictEqual(errorOf(yield* server.answer(3)), { code: -32602, id: 3 })
      const unknown = yield* server.answer("four")
      assert.deepStrictEqual(errorOf(unknown), { code: -32602, id: "four" })
      assert.strictEqual(at(unknown, "error", "message"), "Unknown tool: no_such_tool")
      yield* stillAlive(server)
    })
  )

  it.live("names the argument that is missing or ill-typed, and ignores unknown ones", () =>
    Effect.gen(function* () {
      const server = yield* subject.transport.connect
      yield* initialize(server, "2025-11-25")
      yield* server.send(
        toolCall(1, subject.call.name, {}),
        call(subject, 2, { [subject.integer]: "x" }),
        toolCall(3, subject.call.name, [1]),
        toolCall(4, subject.call.name, "x"),
        call(subject, 5),
        call(subject, 6, { unknown_argument: { deep: [1] }, [subject.integer]: null }),
        request(7, "tools/call", { name: subject.call.name })
      )
      const missing = yield* server.answer(1)
      assert.isTrue(at(missing, "result", "isError"))
      assert.strictEqual(textOf(missing), `Missing required argument: ${subject.required}`)
      const wrong = yield* server.answer(2)
      assert.isTrue(at(wrong, "result", "isError"))
      const [problem] = String(textOf(wrong)).split("\n", 1)
      assert.strictEqual(problem, `Argument ${subject.integer} must be an integer, got "x"`)
      for (const id of [3, 4]) assert.isTrue(at(yield* server.answer(id), "result", "isError"))
      assert.deepStrictEqual(at(yield* server.answer(6), "result"), at(yield* server.answer(5), "result"))
      assert.strictEqual(textOf(yield* server.answer(7)), `Missing required argument: ${subject.required}`)
    })
  )
}
