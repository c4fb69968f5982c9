import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { makePool } from "../../support/annotated.ts"
import { isEarly } from "../../support/isEarly.ts"
import { initialize, startServer, toolCall } from "../../support/McpProcess.ts"
import { serverOf } from "../../support/program.ts"

const Answer = Schema.Struct({
  result: Schema.Struct({
    content: Schema.Tuple([Schema.Struct({ text: Schema.String })]),
    isError: Schema.optionalKey(Schema.Boolean)
  })
})

describe("what follows a path in a tool call", () => {
  it.live("is taken for its anchor or lines, as answers write them, where no file has that name", () =>
    Effect.gen(function* () {
      const { repository } = yield* makePool
      const server = yield* startServer(serverOf(repository.directory))
      yield* initialize(server, "2025-06-18")
      let id = 1
      const call = Effect.fnUntraced(function* (tool: string, args: object) {
        id += 1
        yield* server.send(toolCall(id, tool, args))
        return (yield* Schema.decodeUnknownEffect(Answer)(yield* server.answer(id))).result
      })
      const [path, anchor] = ["src/pool.ts", "Pool.acquire"]
      for (const tool of ["ultragit_read", "ultragit_deps", "ultragit_history", "ultragit_summary"]) {
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
})
