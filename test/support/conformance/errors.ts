import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import type { Message } from "../Mailbox.ts"
import { initialize, request, startServer, toolCall } from "../McpProcess.ts"
import { at, call, errorOf, ping, stillAlive, type ProgramSubject } from "./Subject.ts"
import { slow } from "../scale.ts"

const limit = 10 * 1024 * 1024

/** What is no request, and what is no good one. */
export const errors = (subject: ProgramSubject): void => {
  it.live("answers what is no request with the error JSON-RPC names, and reads on", () =>
    Effect.gen(function* () {
      const server = yield* startServer(subject.command)
      yield* initialize(server, "2025-11-25")
      const cases: ReadonlyArray<readonly [line: string | Uint8Array, code: number, id: string | number | null]> = [
        ["{broken", -32700, null],
        [new Uint8Array([0x22, 0xff, 0xfe, 0x22]), -32700, null],
        ['{"jsonrpc":"2.0","id":1,"method":"ping","params":{"text":"\u0001"}}', -32700, null],
        ["17", -32600, null],
        ["null", -32600, null],
        ["[]", -32600, null],
        [`[${JSON.stringify(ping(1))}]`, -32600, null],
        ['{"id":2,"method":"ping"}', -32600, 2],
        ['{"jsonrpc":"1.0","id":"a","method":"ping"}', -32600, "a"],
        ['{"jsonrpc":"2.0","id":3}', -32600, 3],
        ['{"jsonrpc":"2.0","id":4,"method":5}', -32600, 4],
        ['{"jsonrpc":"2.0","id":null,"method":"ping"}', -32600, null],
        ['{"jsonrpc":"2.0","id":1.5,"method":"ping"}', -32600, null],
        ['{"jsonrpc":"2.0","id":{},"method":"ping"}', -32600, null],
        ['{"jsonrpc":"2.0","id":5,"method":"ping","params":"x"}', -32600, 5],
        ['{"jsonrpc":"2.0","id":6,"method":"ping","params":[]}', -32602, 6],
        ['{"jsonrpc":"2.0","id":7,"method":"ping","params":{"_meta":1}}', -32602, 7],
        [JSON.stringify(request(8, "no/such/method")), -32601, 8],
        [JSON.stringify(request(9, "resources/list")), -32601, 9],
        [JSON.stringify(request(10, "tools/call", {})), -32602, 10],
        [JSON.stringify(toolCall(11, "no_such_tool")), -32602, 11]
      ]
      for (const [line, code, id] of cases) {
        yield* server.write(line)
        yield* server.write("\n")
        const answered = yield* server.answer(id)
        assert.deepStrictEqual(errorOf(answered), { code, id }, String(line))
        if (id === 11) assert.strictEqual(at(answered, "error", "message"), "Unknown tool: no_such_tool")
      }
      yield* stillAlive(server)
    })
  )

  it.live("refuses a message over the limit without losing the connection, and takes one just below it", () =>
    Effect.gen(function* () {
      const server = yield* startServer(subject.command)
      yield* initialize(server, "2025-11-25")
      const padded = (bytes: number) => {
        const empty = JSON.stringify(call(subject, 1, { padding: "" }))
        return `${JSON.stringify(call(subject, 1, { padding: "x".repeat(bytes - empty.length) }))}\n`
      }
      yield* server.write(padded(12 * 1024 * 1024))
      assert.deepStrictEqual(errorOf(yield* server.answer(null)), { code: -32600, id: null })
      yield* server.write(padded(limit))
      assert.isObject(at(yield* server.answer(1), "result", "structuredContent"))
      yield* stillAlive(server)
    })
  )

  it.live(
    "survives deeply nested JSON wherever it stands",
    () =>
      Effect.gen(function* () {
        const server = yield* startServer(subject.command)
        yield* initialize(server, "2025-11-25")
        const deep = `${"[".repeat(200_000)}${"]".repeat(200_000)}`
        const nested = (message: Message) => server.write(`${JSON.stringify(message).replace('"@"', deep)}\n`)
        yield* nested(call(subject, 1, { unknown_argument: "@" }))
        assert.isObject(at(yield* server.answer(1), "result", "structuredContent"))
        yield* nested(request(2, "ping", { _meta: { x: "@" } }))
        assert.deepStrictEqual(at(yield* server.answer(2), "result"), {})
        yield* nested({ jsonrpc: "2.0", id: 3, result: { x: "@" } })
        yield* server.write(`${deep}\n`)
        assert.deepStrictEqual(errorOf(yield* server.answer(null)), { code: -32600, id: null })
        yield* nested(call(subject, 4, { [subject.required]: "@" }))
        assert.isTrue(at(yield* server.answer(4), "result", "isError"))
        yield* stillAlive(server)
      }),
    slow
  )
}
