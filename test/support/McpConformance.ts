import { assert, describe, it } from "@effect/vitest"
import { Client as ModernClient } from "@modelcontextprotocol/client"
import { StdioClientTransport as ModernStdio } from "@modelcontextprotocol/client/stdio"
import { Client as OldClient } from "@modelcontextprotocol/sdk/client/index.js"
import { StdioClientTransport as OldStdio } from "@modelcontextprotocol/sdk/client/stdio.js"
import { Effect, Predicate } from "effect"
import {
  initialize,
  type McpProcess,
  type Message,
  messagesOf,
  modernRequest,
  request,
  type ServerCommand,
  startServer,
  toolCall
} from "./McpProcess.ts"

/** A server under test: how it is started and what may be asked of it. */
export interface Subject {
  readonly command: ServerCommand
  /** Names of its tools, in order. */
  readonly tools: ReadonlyArray<string>
  /** A call that succeeds and gives the same answer each time. */
  readonly call: { readonly name: string; readonly arguments: Message }
  /** A required argument of that tool. */
  readonly required: string
  /** An argument of that tool that must be an integer. */
  readonly integer: string
}

const limit = 10 * 1024 * 1024

/** The member of a message, whatever the message is. */
export const at = (value: unknown, ...path: ReadonlyArray<string | number>): unknown =>
  path.reduce<unknown>((found, key) => (Predicate.hasProperty(found, key) ? found[key] : undefined), value)

/** The text of a tool's answer. */
export const textOf = (message: unknown): unknown => at(message, "result", "content", 0, "text")

/** Code and id of a protocol error. */
export const errorOf = (message: unknown) => ({ code: at(message, "error", "code"), id: at(message, "id") })

const ping = (id: string | number) => request(id, "ping")

/** That the connection still lives. */
const stillAlive = Effect.fnUntraced(function* (server: McpProcess) {
  yield* server.send(ping("alive"))
  assert.deepStrictEqual(yield* server.answer("alive"), { jsonrpc: "2.0", id: "alive", result: {} })
})

const call = (subject: Subject, id: string | number, extra: Message = {}) =>
  toolCall(id, subject.call.name, { ...subject.call.arguments, ...extra })

const revisions = (subject: Subject) => {
  it.live.each(["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"])("speaks revision %s", (revision) =>
    Effect.gen(function* () {
      const server = yield* startServer(subject.command)
      const opened = yield* initialize(server, revision)
      assert.strictEqual(at(opened, "result", "protocolVersion"), revision)
      assert.isString(at(opened, "result", "serverInfo", "version"))
      assert.isString(at(opened, "result", "instructions"))
      assert.isDefined(at(opened, "result", "capabilities", "tools"))
      yield* server.send(request(1, "tools/list"), call(subject, 2))
      const tools = at(yield* server.answer(1), "result", "tools")
      assert.deepStrictEqual(
        Array.isArray(tools) ? tools.map((tool) => at(tool, "name")) : tools,
        subject.tools
      )
      const answered = yield* server.answer(2)
      assert.deepStrictEqual(JSON.parse(String(textOf(answered))), at(answered, "result", "structuredContent"))
      assert.isUndefined(at(answered, "result", "isError"))
    })
  )

  it.live("offers its newest handshake revision to a client with an unknown one", () =>
    Effect.gen(function* () {
      const server = yield* startServer(subject.command)
      assert.strictEqual(at(yield* initialize(server, "2019-01-01"), "result", "protocolVersion"), "2025-11-25")
    })
  )

  it.live("speaks 2026-07-28 without a handshake", () =>
    Effect.gen(function* () {
      const server = yield* startServer(subject.command)
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

  it.live("wants the revision in every request of 2026-07-28, and one it knows", () =>
    Effect.gen(function* () {
      const server = yield* startServer(subject.command)
      const meta = (revision: string) => ({
        _meta: {
          "io.modelcontextprotocol/protocolVersion": revision,
          "io.modelcontextprotocol/clientCapabilities": {}
        }
      })
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

  it.live("lets a client probe server/discover and fall back to initialize", () =>
    Effect.gen(function* () {
      const server = yield* startServer(subject.command)
      yield* server.send(modernRequest(0, "server/discover"))
      assert.isDefined(at(yield* server.answer(0), "result"))
      const opened = yield* initialize(server, "2025-06-18")
      assert.strictEqual(at(opened, "result", "protocolVersion"), "2025-06-18")
      yield* server.send(call(subject, 1))
      assert.isObject(at(yield* server.answer(1), "result", "structuredContent"))
    })
  )
}

const errors = (subject: Subject) => {
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

  it.live("survives deeply nested JSON wherever it stands", () =>
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
    })
  )

  it.live("names the argument that is missing or ill-typed, and ignores unknown ones", () =>
    Effect.gen(function* () {
      const server = yield* startServer(subject.command)
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
      assert.strictEqual(textOf(wrong), `Argument ${subject.integer} must be an integer, got "x"`)
      for (const id of [3, 4]) assert.isTrue(at(yield* server.answer(id), "result", "isError"))
      assert.deepStrictEqual(at(yield* server.answer(6), "result"), at(yield* server.answer(5), "result"))
      assert.strictEqual(textOf(yield* server.answer(7)), `Missing required argument: ${subject.required}`)
    })
  )
}

const lines = (subject: Subject) => {
  it.live("answers pipelined requests each with its own id", () =>
    Effect.gen(function* () {
      const server = yield* startServer(subject.command)
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
      yield* server.write(`${JSON.stringify(ping(1))}\r\n`)
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

const endings = (subject: Subject) => {
  it.live("answers all it received before end of input, then exits with 0", () =>
    Effect.gen(function* () {
      const server = yield* startServer(subject.command)
      const requests = [
        request(1, "initialize", { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "t", version: "1" } }),
        ...Array.from({ length: 20 }, (_, n) => call(subject, n + 2))
      ]
      yield* server.write(requests.map((message) => JSON.stringify(message)).join("\n"))
      yield* server.endInput
      assert.deepStrictEqual(yield* server.exit, { code: 0, signal: null })
      const ids = messagesOf(server.output()).map((message) => at(message, "id"))
      assert.sameMembers(ids, requests.map((message) => at(message, "id")))
    })
  )

  it.live("exits with 0 at end of input when nothing was ever said", () =>
    Effect.gen(function* () {
      const server = yield* startServer(subject.command)
      yield* server.endInput
      assert.deepStrictEqual(yield* server.exit, { code: 0, signal: null })
      assert.strictEqual(server.output(), "")
    })
  )

  it.live("does not wait for an open subscription at end of input", () =>
    Effect.gen(function* () {
      const server = yield* startServer(subject.command)
      yield* server.send(
        modernRequest(1, "tools/list"),
        modernRequest(2, "subscriptions/listen", { notifications: { toolsListChanged: true } })
      )
      yield* server.answer(1)
      yield* server.endInput
      assert.deepStrictEqual(yield* server.exit, { code: 0, signal: null })
    })
  )

  it.live.each(["SIGTERM", "SIGINT"] as const)("exits with 0 on %s", (signal) =>
    Effect.gen(function* () {
      const server = yield* startServer(subject.command)
      yield* initialize(server, "2025-11-25")
      yield* server.kill(signal)
      assert.deepStrictEqual(yield* server.exit, { code: 0, signal: null })
    })
  )

  it.live("ends quietly when nobody reads its output any more", () =>
    Effect.gen(function* () {
      const server = yield* startServer(subject.command)
      yield* initialize(server, "2025-11-25")
      yield* server.breakOutput
      yield* server.send(...Array.from({ length: 50 }, (_, n) => request(n, "tools/list")))
      assert.deepStrictEqual(yield* server.exit, { code: 0, signal: null })
      assert.notInclude(server.log(), "EPIPE")
    })
  )
}

const listing = (subject: Subject) => {
  it.live("lists tools that every client can read, the same each time", () =>
    Effect.gen(function* () {
      const lists = yield* Effect.forEach([1, 2], () =>
        Effect.scoped(
          Effect.gen(function* () {
            const server = yield* startServer(subject.command)
            yield* initialize(server, "2025-11-25")
            yield* server.send(request(1, "tools/list"))
            return at(yield* server.answer(1), "result", "tools")
          })
        )
      )
      assert.deepStrictEqual(lists[0], lists[1])
      const tools = lists[0]
      assert.isArray(tools)
      for (const tool of Array.isArray(tools) ? tools : []) {
        assert.isString(at(tool, "title"))
        assert.isAtMost(Buffer.byteLength(String(at(tool, "description"))), 1024)
        assert.strictEqual(at(tool, "annotations", "openWorldHint"), false)
        for (const hint of ["readOnlyHint", "idempotentHint", "destructiveHint"]) {
          assert.isBoolean(at(tool, "annotations", hint))
        }
        for (const schema of [at(tool, "inputSchema"), at(tool, "outputSchema")]) {
          assert.strictEqual(at(schema, "type"), "object")
          assert.isObject(at(schema, "properties"))
          for (const key of ["anyOf", "oneOf", "allOf", "$ref", "$defs", "not"]) assert.isUndefined(at(schema, key))
          assert.notInclude(JSON.stringify(schema), '"$ref"')
        }
      }
    })
  )
}

const clients = (subject: Subject) => {
  const parameters = () => ({
    command: subject.command.command,
    args: [...subject.command.args],
    stderr: "ignore" as const,
    ...(subject.command.cwd === undefined ? {} : { cwd: subject.command.cwd }),
    ...(subject.command.env === undefined ? {} : { env: { ...subject.command.env } })
  })

  it.live("serves the 1.x SDK's client", () =>
    Effect.gen(function* () {
      const client = yield* Effect.acquireRelease(
        Effect.sync(() => new OldClient({ name: "old", version: "1" })),
        (opened) => Effect.promise(() => opened.close())
      )
      yield* Effect.promise(() => client.connect(new OldStdio(parameters())))
      assert.isString(client.getInstructions())
      const { tools } = yield* Effect.promise(() => client.listTools())
      assert.deepStrictEqual(tools.map((tool) => tool.name), [...subject.tools])
      const answered = yield* Effect.promise(() => client.callTool(subject.call))
      assert.isObject(answered.structuredContent)
    })
  )

  it.live.each([{ mode: "auto" }, { mode: { pin: "2026-07-28" } }, undefined] as const)(
    "serves the 2.x SDK's client, negotiating %j",
    (versionNegotiation) =>
      Effect.gen(function* () {
        const client = yield* Effect.acquireRelease(
          Effect.sync(
            () =>
              new ModernClient(
                { name: "new", version: "1" },
                versionNegotiation === undefined ? {} : { versionNegotiation }
              )
          ),
          (opened) => Effect.promise(() => opened.close())
        )
        yield* Effect.promise(() => client.connect(new ModernStdio(parameters())))
        const { tools } = yield* Effect.promise(() => client.listTools())
        assert.deepStrictEqual(tools.map((tool) => tool.name), [...subject.tools])
        const answered = yield* Effect.promise(() => client.callTool(subject.call))
        assert.isObject(answered.structuredContent)
        assert.strictEqual(
          client.getNegotiatedProtocolVersion(),
          versionNegotiation === undefined ? "2025-11-25" : "2026-07-28"
        )
      })
  )
}

/** What every MCP server of this program promises on its pipes (spec mcp §1 and §2). */
export const describeConformance = (name: string, subject: Subject): void => {
  describe(name, () => {
    describe("revisions", () => revisions(subject))
    describe("errors", () => errors(subject))
    describe("lines", () => lines(subject))
    describe("endings", () => endings(subject))
    describe("listing", () => listing(subject))
    describe("clients", () => clients(subject))
  })
}
