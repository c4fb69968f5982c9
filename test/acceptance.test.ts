import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { makePool } from "./support/annotated.ts"
import { at } from "./support/conformance/Subject.ts"
import { isEarly } from "./support/isEarly.ts"
import { initialize, messagesOf, request, startServer, toolCall } from "./support/McpProcess.ts"
import { oncePerFile } from "./support/oncePerFile.ts"
import { run, serverOf } from "./support/program.ts"
import { makeFolder } from "./support/TemporaryRepository.ts"

const names = ["ultragit_read", "ultragit_deps", "ultragit_history", "ultragit_summary"]

const open = Effect.gen(function* () {
  const pool = yield* makePool
  const server = yield* startServer(serverOf(pool.repository.directory))
  const opened = yield* initialize(server, "2025-11-25")
  const call = Effect.fnUntraced(function* (name: string, args: unknown) {
    yield* server.send(toolCall(name, name, args))
    return yield* server.answer(name)
  })
  return { ...pool, server, opened, call }
})

/** One server for what needs none of its own. */
const shared = oncePerFile(open)

/** The tool's answer and the command line's output for the same question. */
const same = Effect.fnUntraced(function* (
  name: string,
  args: { readonly [key: string]: string | number },
  cli: ReadonlyArray<string>
) {
  const { call, repository } = yield* shared
  const answered = yield* Effect.repeat(call(name, args), { while: isEarly })
  const printed = yield* run([...cli, "--repo", repository.directory, "--json"])
  assert.strictEqual(printed.exitCode, 0, printed.stderr)
  assert.strictEqual(`${String(at(answered, "result", "content", 0, "text"))}\n`, printed.stdout)
  assert.deepStrictEqual(at(answered, "result", "structuredContent"), JSON.parse(printed.stdout))
  return JSON.parse(printed.stdout)
})

describe("acceptance criteria of the first seed", () => {
  it.live("1: mcp start is a long-lived process that speaks JSON-RPC on standard streams", () =>
    Effect.gen(function* () {
      const { call, server } = yield* shared
      yield* call("ultragit_read", { path: "src/pool.ts" })
      yield* server.send(request("still", "ping"))
      assert.deepStrictEqual(yield* server.answer("still"), { jsonrpc: "2.0", id: "still", result: {} })
    })
  )

  it.live("2: initialize answers with the capability of tools", () =>
    Effect.gen(function* () {
      const { opened } = yield* shared
      assert.isDefined(at(opened, "result", "capabilities", "tools"))
      assert.strictEqual(at(opened, "result", "serverInfo", "name"), "ultragit")
    })
  )

  it.live("3 and 4: tools/list gives exactly the four tools, with the parameters they take", () =>
    Effect.gen(function* () {
      const { server } = yield* shared
      yield* server.send(request("list", "tools/list"))
      const tools = at(yield* server.answer("list"), "result", "tools")
      assert.isTrue(Array.isArray(tools))
      const listed = Array.isArray(tools) ? tools : []
      assert.deepStrictEqual(
        listed.map((tool) => at(tool, "name")),
        names
      )
      const properties = (index: number) => Object.keys(Object(at(listed, index, "inputSchema", "properties")))
      assert.deepStrictEqual(properties(0), ["path", "anchor", "lines", "max_tokens"])
      assert.deepStrictEqual(properties(1), ["path", "anchor"])
      assert.deepStrictEqual(properties(2), ["path", "anchor", "limit"])
      assert.deepStrictEqual(properties(3), ["path", "anchor"])
      for (const tool of listed) assert.deepStrictEqual(at(tool, "inputSchema", "required"), ["path"])
    })
  )

  it.live("5: ultragit_read gives what `ultragit read` gives", () =>
    Effect.gen(function* () {
      const answer = yield* same("ultragit_read", { path: "src/pool.ts", anchor: "connect" }, [
        "read",
        "src/pool.ts",
        "connect"
      ])
      assert.strictEqual(answer.regions.length, 1)
      yield* same("ultragit_read", { path: "src/pool.ts", lines: "2:4", max_tokens: 400 }, [
        "read",
        "src/pool.ts",
        "--lines",
        "2:4",
        "--max-tokens",
        "400"
      ])
    })
  )

  it.live("6: ultragit_deps gives what `ultragit deps` gives", () =>
    Effect.gen(function* () {
      const answer = yield* same("ultragit_deps", { path: "src/pool.ts", anchor: "connect" }, [
        "deps",
        "src/pool.ts",
        "connect"
      ])
      assert.strictEqual(answer.dependents.length, 1)
    })
  )

  it.live("7: ultragit_history gives what `ultragit history` gives", () =>
    Effect.gen(function* () {
      const answer = yield* same("ultragit_history", { path: "src/app.ts", limit: 5 }, [
        "history",
        "src/app.ts",
        "--limit",
        "5"
      ])
      assert.strictEqual(answer.timeline.length, 2)
    })
  )

  it.live("8: ultragit_summary gives what `ultragit summary` gives", () =>
    Effect.gen(function* () {
      const answer = yield* same("ultragit_summary", { path: "src" }, ["summary", "src"])
      assert.strictEqual(answer.units.length, 3)
    })
  )

  it.live("9: a failing call answers with isError and a message, and the server goes on", () =>
    Effect.gen(function* () {
      const { call } = yield* shared
      const missing = yield* call("ultragit_read", { path: "src/pol.ts" })
      assert.isTrue(at(missing, "result", "isError"))
      assert.strictEqual(
        at(missing, "result", "content", 0, "text"),
        "File not found: src/pol.ts\nDid you mean src/pool.ts?"
      )
      const empty = yield* call("ultragit_read", { path: "" })
      assert.isTrue(at(empty, "result", "isError"))
      const without = yield* call("ultragit_deps", {})
      assert.match(String(at(without, "result", "content", 0, "text")), /^Missing required argument: path/)
      const fine = yield* call("ultragit_summary", { path: "src/pool.ts" })
      assert.isUndefined(at(fine, "result", "isError"))
    })
  )

  it.live("10: malformed input is answered and does not crash the server", () =>
    Effect.gen(function* () {
      const { call, server } = yield* shared
      yield* server.write("{not json\n\u0000\n")
      yield* server.write(Uint8Array.from([0xff, 0xfe, 0x0a]))
      for (let line = 0; line < 3; line += 1) {
        assert.strictEqual(at(yield* server.answer(null), "error", "code"), -32700)
      }
      assert.isUndefined(at(yield* call("ultragit_read", { path: "src/pool.ts" }), "result", "isError"))
    })
  )

  it.live("11: it exits cleanly at end of input, everything received answered", () =>
    Effect.gen(function* () {
      const { server } = yield* open
      yield* server.send(
        toolCall(1, "ultragit_read", { path: "src/pool.ts" }),
        toolCall(2, "ultragit_history", { path: "src/app.ts" })
      )
      yield* server.endInput
      assert.deepStrictEqual(yield* server.exit, { code: 0, signal: null })
      const ids = messagesOf(server.output()).map((message) => at(message, "id"))
      assert.includeMembers(ids, [1, 2])
    })
  )

  it.live("12: mcp install writes the entry, and a second time nothing", () =>
    Effect.gen(function* () {
      const { repository } = yield* makePool
      const file = join(repository.directory, ".mcp.json")
      const first = yield* run(["mcp", "install", "--repo", repository.directory])
      assert.strictEqual(first.exitCode, 0, first.stderr)
      const written = yield* Effect.promise(() => readFile(file, "utf8"))
      assert.deepStrictEqual(Object.keys(JSON.parse(written).mcpServers), ["ultragit"])
      assert.strictEqual((yield* run(["mcp", "install", "--repo", repository.directory])).exitCode, 0)
      assert.strictEqual(yield* Effect.promise(() => readFile(file, "utf8")), written)
    })
  )

  it.live("13: standard output carries protocol messages and nothing else, however loud the log", () =>
    Effect.gen(function* () {
      const { repository } = yield* shared
      const server = yield* startServer(serverOf(repository.directory, "--log-level", "trace"))
      yield* initialize(server, "2025-11-25")
      yield* server.send(
        toolCall(1, "ultragit_read", { path: "nowhere" }),
        toolCall(2, "ultragit_summary", { path: "." })
      )
      yield* server.endInput
      yield* server.exit
      for (const message of messagesOf(server.output())) assert.strictEqual(at(message, "jsonrpc"), "2.0")
      assert.isAbove(server.log().length, 0)
    })
  )

  // 14, the latency, is a benchmark: bench/, `npm run bench`.

  it.live("15: the entry that install wrote starts a server that a client can use, in the project", () =>
    Effect.gen(function* () {
      const { repository } = yield* makePool
      yield* run(["mcp", "install", "--repo", repository.directory])
      const file = join(repository.directory, ".mcp.json")
      const entry = JSON.parse(yield* Effect.promise(() => readFile(file, "utf8"))).mcpServers.ultragit
      // Clients start the servers of a project's file in the project.
      const server = yield* startServer({ command: entry.command, args: entry.args, cwd: repository.directory })
      yield* initialize(server, "2025-06-18")
      yield* server.send(toolCall(1, "ultragit_read", { path: "src/pool.ts", anchor: "connect" }))
      const answer = at(yield* server.answer(1), "result", "structuredContent", "regions")
      assert.strictEqual(Array.isArray(answer) ? answer.length : 0, 1)
    })
  )
})

describe("a server outside a repository", () => {
  it.live("shakes hands and lists its tools, and each call says what is wrong", () =>
    Effect.gen(function* () {
      const folder = yield* makeFolder
      const server = yield* startServer(serverOf(folder))
      yield* initialize(server, "2025-11-25")
      yield* server.send(request("list", "tools/list"), toolCall("call", "ultragit_read", { path: "a" }))
      const tools = at(yield* server.answer("list"), "result", "tools")
      assert.strictEqual(Array.isArray(tools) ? tools.length : 0, 4)
      const answer = yield* server.answer("call")
      assert.isTrue(at(answer, "result", "isError"))
      assert.match(String(at(answer, "result", "content", 0, "text")), /^Not a git repository/)
    })
  )
})
