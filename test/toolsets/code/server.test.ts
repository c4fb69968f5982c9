import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import type { Message } from "../../support/Mailbox.ts"
import { initialize, request, type McpProcess, startServer, toolCall } from "../../support/McpProcess.ts"
import { serverOf } from "../../support/program.ts"
import { at, textOf } from "../../support/conformance/Subject.ts"
import { makeRepository } from "../../support/TemporaryRepository.ts"
import { slow } from "../../support/scale.ts"

const text = (message: unknown): string => String(textOf(message))

/** Sends a request and waits for its answer. */
const ask = (server: McpProcess, message: Message) =>
  Effect.andThen(server.send(message), server.answer(Number(at(message, "id"))))

const makeServer = Effect.fnUntraced(function* (toolsets = "code") {
  const { commit, directory } = yield* makeRepository()
  yield* commit("First", {
    files: {
      "src/pool.py": "class Pool:\n    def acquire(self):\n        return 1\n",
      "src/poem.md": "About a pool.\n"
    }
  })
  const server = yield* startServer(serverOf(directory, "--toolsets", toolsets))
  yield* initialize(server, "2025-06-18")
  return { server, directory }
})

describe("the toolset code over MCP", () => {
  it.live("answers a search as text in the shape of the seed, and as data", () =>
    Effect.gen(function* () {
      const { server } = yield* makeServer()
      yield* ask(server, toolCall(0, "code-scout_index", { background: false }))
      const answer = yield* ask(server, toolCall(1, "code-scout_search", { tags: ["pool"] }))
      assert.match(
        text(answer),
        /^# Query Results\n\*\*Total files:\*\* 2\n\*\*Execution time:\*\* \d+ms\n\*\*Results:\*\* 2\n/
      )
      assert.include(text(answer), "### File: src/pool.py")
      assert.strictEqual(at(answer, "result", "structuredContent", "results", 0, "path"), "src/pool.py")
    })
  )

  it.live("says on which line the words of a tag are in a row", () =>
    Effect.gen(function* () {
      const { directory, server } = yield* makeServer()
      writeFileSync(join(directory, "src", "lock.py"), "def lock():\n    raise ValueError('no lock is free')\n")
      yield* ask(server, toolCall(0, "code-scout_index", { background: false }))
      const answer = yield* ask(server, toolCall(1, "code-scout_search", { tags: ["no lock is free"] }))
      assert.include(text(answer), "(no lock is free: body, line 2)")
      assert.include(text(answer), "- function lock (line 1)")
    })
  )

  it.live(
    "indexes in the background unless told otherwise, and says what is indexed",
    () =>
      Effect.gen(function* () {
        const { directory, server } = yield* makeServer()
        const started = yield* ask(server, toolCall(1, "code-scout_index"))
        assert.strictEqual(text(started), `Indexing started in background for: ${directory}`)
        const done = yield* ask(server, toolCall(2, "code-scout_index", { background: false, force: true }))
        assert.match(text(done), /^Indexing completed: 2 files processed in \d+ms$/)
        const status = yield* ask(server, toolCall(3, "code-scout_status"))
        assert.deepInclude(JSON.parse(text(status)), {
          projectPath: directory,
          filesIndexed: 1,
          languages: { python: 1 }
        })
        const outside = yield* ask(server, toolCall(4, "code-scout_index", { path: ".." }))
        assert.include(text(outside), "Path must be inside the repository")
        const file = yield* ask(server, toolCall(5, "code-scout_index", { path: "src/pool.py" }))
        assert.include(text(file), "Path must be a directory")
      }),
    slow
  )

  it.live("lets the first deps begin the index, and list callers or say that they may not be complete", () =>
    Effect.gen(function* () {
      const { directory, server } = yield* makeServer("annotations,code")
      writeFileSync(
        join(directory, "src", "app.py"),
        "from pool import Pool\n\n\ndef run():\n    return Pool().acquire()\n"
      )
      const asked = (id: number) =>
        ask(server, toolCall(id, "ultragit_deps", { path: "src/pool.py", anchor: "Pool.acquire" }))
      const first = at(yield* asked(1), "result", "structuredContent")
      const says = JSON.stringify(at(first, "callers") ?? at(first, "warnings"))
      assert.match(says, /app\.py|The callers may not be complete/)
      yield* ask(server, toolCall(2, "code-scout_index", { background: false }))
      assert.strictEqual(at(yield* asked(3), "result", "structuredContent", "callers", 0, "file"), "src/app.py")
    })
  )

  it.live("has two resources, and completes paths and names", () =>
    Effect.gen(function* () {
      const { server } = yield* makeServer()
      yield* ask(server, toolCall(1, "code-scout_index", { background: false }))
      const list = yield* ask(server, request(2, "resources/list"))
      assert.deepStrictEqual(at(list, "result", "resources", 0, "uri"), "code-scout://project/status")
      assert.deepStrictEqual(at(list, "result", "resources", 1, "uri"), "code-scout://config")
      const read = yield* ask(server, request(3, "resources/read", { uri: "code-scout://project/status" }))
      assert.include(String(at(read, "result", "contents", 0, "text")), '"filesIndexed":1')
      const outline = yield* ask(server, request(4, "resources/read", { uri: "code-scout://outline/src/pool.py" }))
      assert.include(String(at(outline, "result", "contents", 0, "text")), "Pool.acquire")
      const missing = yield* ask(server, request(5, "resources/read", { uri: "code-scout://nothing" }))
      assert.strictEqual(at(missing, "error", "code"), -32602)
      const noFile = yield* ask(server, request(8, "resources/read", { uri: "code-scout://outline/src/none.py" }))
      assert.deepStrictEqual(at(noFile, "error", "code"), -32602)
      assert.deepStrictEqual(at(noFile, "error", "data"), { uri: "code-scout://outline/src/none.py" })
      const complete = (id: number, uri: string, value: string, name: string) =>
        ask(
          server,
          request(id, "completion/complete", {
            ref: { type: "ref/resource", uri },
            argument: { name, value }
          })
        )
      const paths = yield* complete(6, "code-scout://outline/{+path}", "src/p", "path")
      assert.deepStrictEqual(at(paths, "result", "completion", "values"), ["src/poem.md", "src/pool.py"])
      const names = yield* complete(7, "code-scout://search/{tag}", "acq", "tag")
      assert.deepStrictEqual(at(names, "result", "completion", "values"), ["acquire"])
      const unnamed = yield* complete(9, "code-scout://search/{tag}", "acq", "path")
      assert.deepStrictEqual(at(unnamed, "result", "completion", "values"), [])
      const unknown = yield* complete(10, "code-scout://nothing/{path}", "a", "path")
      assert.deepStrictEqual(at(unknown, "error", "code"), -32602)
      const prompt = { ref: { type: "ref/prompt", name: "none" }, argument: { name: "path", value: "a" } }
      const noPrompt = yield* ask(server, request(11, "completion/complete", prompt))
      assert.deepStrictEqual(at(noPrompt, "result", "completion", "values"), [])
    })
  )
})
