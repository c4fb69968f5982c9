import { assert, describe, it } from "@effect/vitest"
import { Effect, Random } from "effect"
import { writeFile } from "node:fs/promises"
import { makePool } from "../../support/annotated.ts"
import { at } from "../../support/conformance/Subject.ts"
import { type FakeGit, makeFakeGit } from "../../support/FakeGit.ts"
import { initialize, type McpProcess, messagesOf, request, startServer, toolCall } from "../../support/McpProcess.ts"
import { serverOf } from "../../support/program.ts"
import { isLong, scaled, slow } from "../../support/scale.ts"

const questions = [
  ["ultragit_read", { path: "src/pool.ts" }],
  ["ultragit_deps", { path: "src/pool.ts", anchor: "connect" }],
  ["ultragit_history", { path: "src/pool.ts", anchor: "connect" }],
  ["ultragit_summary", { path: "src" }]
] as const

const opened = Effect.fnUntraced(function* (cases: Readonly<Record<string, string>>) {
  const { repository } = yield* makePool
  const fake = yield* makeFakeGit(cases)
  const command = serverOf(repository.directory)
  const start = Effect.gen(function* () {
    const server = yield* startServer({ ...command, env: { ...command.env, ...fake.environment } })
    yield* initialize(server, "2025-11-25")
    return server
  })
  return { fake, start, server: yield* start }
})

/** The answers to all questions. */
const answersOf = Effect.fnUntraced(function* (server: McpProcess) {
  yield* server.send(...questions.map(([tool, args]) => toolCall(`all ${tool}`, tool, args)))
  return yield* Effect.forEach(questions, ([tool]) =>
    Effect.map(server.answer(`all ${tool}`), (answer) => at(answer, "result", "structuredContent"))
  )
})

const cancel = (requestId: string) => ({
  jsonrpc: "2.0",
  method: "notifications/cancelled",
  params: { requestId, reason: "enough" }
})

/** Processes of git that run; those that live as long as the server only with `all`. */
const running = (fake: FakeGit, which: "all" | "of calls") =>
  Effect.map(fake.running, (all) => all.filter(({ command }) => which === "all" || command !== "cat-file"))

/** Waits until none is left: where one survives, the test does not end. */
const untilNone = (fake: FakeGit, which: "all" | "of calls"): Effect.Effect<void> =>
  Effect.flatMap(running(fake, which), (left) =>
    left.length === 0 ? Effect.void : Effect.delay(untilNone(fake, which), "5 millis")
  )

const untilStarts = (fake: FakeGit, count: number, command: RegExp): Effect.Effect<void> =>
  Effect.flatMap(fake.starts, (starts) =>
    starts.filter((start) => command.test(start.command)).length >= count
      ? Effect.void
      : Effect.delay(untilStarts(fake, count, command), "5 millis")
  )

/** Walks that go on until the file is there. */
const held = `while [ ! -e "$FOLDER/go" ]; do sleep 0.02; done; real "$@"`
const hanging = "exec sleep 600"
const walks = /^(?:blame|log|rev-list)$/

const ping = Effect.fnUntraced(function* (server: McpProcess, id: string) {
  yield* server.send(request(id, "ping"))
  yield* server.answer(id)
})

describe("a server whose git is slow", () => {
  it.live(
    "answers ping before earlier calls, and then those calls",
    () =>
      Effect.gen(function* () {
        const { fake, server } = yield* opened({ blame: held, log: held, "rev-list": held })
        const calls = Array.from({ length: 16 }, (_, n) => questions[n % questions.length] ?? questions[0])
        yield* server.send(...calls.map(([tool, args], n) => toolCall(`call ${n}`, tool, args)))
        yield* untilStarts(fake, 1, walks)
        yield* ping(server, "ping")
        yield* Effect.promise(() => writeFile(`${fake.folder}/go`, ""))
        for (const n of calls.keys())
          assert.isDefined(at(yield* server.answer(`call ${n}`), "result", "structuredContent"))
        const ids = messagesOf(server.output()).map((message) => at(message, "id"))
        assert.isBelow(ids.indexOf("ping"), Math.min(...questions.map((_, n) => ids.indexOf(`call ${n}`))))
      }),
    slow
  )

  it.live(
    "leaves no process behind when calls are cancelled at any stage",
    () =>
      Effect.gen(function* () {
        const { fake, server } = yield* opened({ blame: hanging, log: hanging, "rev-list": hanging })
        for (const [tool, args] of questions) {
          const before = (yield* fake.starts).filter(({ command }) => walks.test(command)).length
          yield* server.send(toolCall(tool, tool, args))
          yield* untilStarts(fake, before + 1, walks)
          yield* server.send(cancel(tool))
          yield* untilNone(fake, "of calls")
        }
        yield* ping(server, "after all")
        yield* server.send(...questions.map(([tool, args]) => toolCall(`again ${tool}`, tool, args)))
        yield* untilStarts(fake, 4 + 1, walks)
        yield* server.kill("SIGTERM")
        assert.deepStrictEqual(yield* server.exit, { code: 0, signal: null })
        yield* untilNone(fake, "all")
      }),
    slow
  )

  it.live(
    "ends with its git processes at end of input once hanging calls are cancelled",
    () =>
      Effect.gen(function* () {
        const { fake, server } = yield* opened({ blame: hanging, log: hanging, "rev-list": hanging })
        yield* server.send(...questions.map(([tool, args]) => toolCall(tool, tool, args)))
        yield* untilStarts(fake, 2, walks)
        yield* server.send(...questions.map(([tool]) => cancel(tool)))
        yield* server.endInput
        assert.deepStrictEqual(yield* server.exit, { code: 0, signal: null })
        yield* untilNone(fake, "all")
      }),
    slow
  )

  it.live.skipIf(!isLong)("ends with all its git at end of input while calls hang, when their grace is over", () =>
    Effect.gen(function* () {
      const { fake, server } = yield* opened({ blame: hanging, log: hanging, "rev-list": hanging })
      yield* server.send(...questions.map(([tool, args]) => toolCall(tool, tool, args)))
      yield* untilStarts(fake, 2, walks)
      yield* server.endInput
      assert.deepStrictEqual(yield* server.exit, { code: 0, signal: null })
      yield* untilNone(fake, "all")
    })
  )

  it.live(
    "leaves no process behind whenever calls are cancelled, and answers as before",
    () =>
      Effect.gen(function* () {
        const { fake, server, start } = yield* opened({})
        for (let round = 0; round < scaled(12, 400); round += 1) {
          const [tool, args] = questions[round % questions.length] ?? questions[0]
          yield* server.send(toolCall(`call ${round}`, tool, args))
          yield* Effect.sleep(yield* Random.nextIntBetween(0, 40))
          yield* server.send(cancel(`call ${round}`))
        }
        yield* ping(server, "after all")
        yield* untilNone(fake, "of calls")
        assert.deepStrictEqual(yield* answersOf(server), yield* answersOf(yield* start))
      }).pipe(Random.withSeed("cancelled")),
    slow
  )
})
