import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { makePool } from "../../support/annotated.ts"
import { isEarly } from "../../support/isEarly.ts"
import { initialize, startServer, toolCall } from "../../support/McpProcess.ts"
import { run, serverOf } from "../../support/program.ts"
import { slow } from "../../support/scale.ts"

const Answer = Schema.Struct({
  result: Schema.Struct({
    content: Schema.Tuple([Schema.Struct({ text: Schema.String })]),
    structuredContent: Schema.Unknown
  })
})

/** Starts a server, and returns a function that calls its tools. */
const serve = Effect.fnUntraced(function* (directory: string) {
  const server = yield* startServer(serverOf(directory))
  yield* initialize(server, "2025-06-18")
  let id = 1
  return Effect.fnUntraced(function* (tool: string, args: object) {
    id += 1
    yield* server.send(toolCall(id, tool, args))
    const { result } = yield* Schema.decodeUnknownEffect(Answer)(yield* server.answer(id))
    return { text: result.content[0].text, structured: JSON.stringify(result.structuredContent) }
  })
})

const print = (directory: string, ...args: ReadonlyArray<string>) =>
  Effect.map(run(args, { cwd: directory }), ({ stdout }) => stdout.trimEnd())

describe("the text of an answer", () => {
  it.live("is its JSON by default", () =>
    Effect.gen(function* () {
      const { repository } = yield* makePool
      const { structured, text } = yield* (yield* serve(repository.directory))("ultragit_read", { path: "src/pool.ts" })
      assert.strictEqual(text, structured)
    })
  )

  it.live(
    "is what the command line prints where answerText is markdown; structured content stays JSON",
    () =>
      Effect.gen(function* () {
        const { repository } = yield* makePool
        const { directory } = repository
        yield* repository.git(["config", "ultragit.answerText", "markdown"])
        const call = yield* serve(directory)
        for (const question of ["read", "deps", "history", "summary"]) {
          const asked = call(`ultragit_${question}`, { path: "src/pool.ts" })
          const { structured, text } = yield* Effect.repeat(asked, { while: isEarly })
          assert.strictEqual(text, yield* print(directory, question, "src/pool.ts"))
          assert.strictEqual(structured, yield* print(directory, question, "src/pool.ts", "--json"))
        }
      }),
    slow
  )

  it.live(
    "keeps within max_tokens as Markdown",
    () =>
      Effect.gen(function* () {
        const { repository } = yield* makePool
        yield* repository.git(["config", "ultragit.answerText", "markdown"])
        const args = { path: "src/pool.ts", max_tokens: 200 }
        const { text } = yield* (yield* serve(repository.directory))("ultragit_read", args)
        assert.isAtMost(Math.ceil(Buffer.byteLength(text) / 3), 200)
        assert.include(text, "Left out:")
      }),
    slow
  )
})
