import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { makePool } from "../../support/annotated.ts"
import { isEarly } from "../../support/isEarly.ts"
import { initialize, startServer, toolCall } from "../../support/McpProcess.ts"
import { run, serverOf } from "../../support/program.ts"
import { makeFolder } from "../../support/TemporaryRepository.ts"

const Answer = Schema.Struct({
  result: Schema.Struct({
    content: Schema.Tuple([Schema.Struct({ text: Schema.String })]),
    isError: Schema.optionalKey(Schema.Boolean)
  })
})

/** Starts a server, and returns how to call its tools. */
const serve = Effect.fnUntraced(function* (directory: string) {
  const server = yield* startServer(serverOf(directory))
  yield* initialize(server, "2025-06-18")
  let id = 1
  return Effect.fnUntraced(function* (tool: string, args: object) {
    id += 1
    yield* server.send(toolCall(id, tool, args))
    return (yield* Schema.decodeUnknownEffect(Answer)(yield* server.answer(id))).result
  })
})

const questions = ["ultragit_read", "ultragit_deps", "ultragit_history", "ultragit_summary"]

describe("what follows a path in a tool call", () => {
  it.live("is taken for its anchor or lines, as answers write them, where no file has that name", () =>
    Effect.gen(function* () {
      const { repository } = yield* makePool
      const call = yield* serve(repository.directory)
      const [path, anchor] = ["src/pool.ts", "Pool.acquire"]
      for (const tool of questions) {
        const [apart, together] = yield* Effect.forEach([{ path, anchor }, { path: `${path}:${anchor}` }], (args) =>
          Effect.repeat(call(tool, args), { while: isEarly })
        )
        assert.deepStrictEqual(together, apart, tool)
      }
      assert.deepStrictEqual(
        yield* call("ultragit_read", { path: `${path}:2-3` }),
        yield* call("ultragit_read", { path, lines: "2:3" })
      )
      for (const written of [
        `${path}#L2-L3`,
        `https://github.com/owner/app/blob/main/${path}#L2-L3`,
        `/elsewhere/app/${path}:2-3`,
        `${path}, lines 2-3`,
        "pool.ts:2-3"
      ]) {
        const expected = yield* call("ultragit_read", { path, lines: "2:3" })
        assert.deepStrictEqual(yield* call("ultragit_read", { path: written }), expected, written)
      }
      for (const [written, plain] of [
        [
          { path, lines: "#L2-L3" },
          { path, lines: "2:3" }
        ],
        [
          { path, anchor: "Pool.acquire()" },
          { path, anchor }
        ],
        [{ path: `${path}#${anchor}` }, { path, anchor }],
        [{ path: `https://github.com/owner/app/blob/main/${path}` }, { path }]
      ]) {
        assert.deepStrictEqual(yield* call("ultragit_read", written ?? {}), yield* call("ultragit_read", plain ?? {}))
      }
      for (const args of [
        { path: `${path}:${anchor}`, anchor },
        { path: `${path}:2-3`, lines: "2:3" }
      ]) {
        assert.isTrue((yield* call("ultragit_read", args)).isError)
      }
      for (const tool of ["ultragit_deps", "ultragit_history", "ultragit_summary"]) {
        assert.deepStrictEqual(yield* call(tool, { path: `${path}:2` }), yield* call(tool, { path, anchor }), tool)
      }
    })
  )

  it.live("is said to be of another work tree where it is a file of this machine", () =>
    Effect.gen(function* () {
      const { repository } = yield* makePool
      const linked = join(yield* makeFolder, "linked")
      yield* repository.git(["worktree", "add", "--quiet", linked])
      const call = yield* serve(repository.directory)
      const path = `${linked}/src/pool.ts`
      const warning = `${path} is outside of this work tree; answering for src/pool.ts.`
      for (const tool of questions) {
        assert.include((yield* call(tool, { path })).content[0].text, warning, tool)
      }
      for (const written of [`${path}:3`, `at acquire (${path}:3:7)`]) {
        assert.include((yield* call("ultragit_read", { path: written })).content[0].text, warning, written)
      }
      const [{ text: trimmed }] = (yield* call("ultragit_read", { path, max_tokens: 200 })).content
      assert.include(trimmed, warning)
      assert.isAtMost(Buffer.byteLength(trimmed), 200 * 3)
      for (const written of [`${repository.directory}/src/pool.ts:3`, "/elsewhere/src/pool.ts"]) {
        assert.notInclude((yield* call("ultragit_read", { path: written })).content[0].text, "outside", written)
      }
      const printed = yield* run(["deps", path], { cwd: repository.directory })
      assert.include(printed.stdout, warning)
    })
  )
})
