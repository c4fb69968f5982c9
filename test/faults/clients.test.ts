import { spawn } from "node:child_process"
import process from "node:process"
import { fileURLToPath } from "node:url"
import { afterAll, assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Scope } from "effect"
import { at, errorOf, stillAlive } from "../support/conformance/Subject.ts"
import { makeFaultyGit } from "../support/faults/FaultyGit.ts"
import { makeFiles, pathOf } from "../support/faults/files.ts"
import { processesWith, residentKilobytes, untilGone, untilSome } from "../support/faults/processes.ts"
import { ask, serving } from "../support/faults/serving.ts"
import { untouched } from "../support/faults/untouched.ts"
import { messagesOf, request, toolCall } from "../support/McpProcess.ts"
import { serverOf } from "../support/program.ts"
import { isLong, slow } from "../support/scale.ts"

const scope = Scope.makeUnsafe()
const { repository } = await Effect.runPromise(makeFiles(["reference", "slow"]).pipe(Scope.provide(scope)))
afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))

const question = { path: pathOf("reference"), anchor: "connect" }
const slowRead = toolCall("slow", "ultragit_read", { path: pathOf("slow"), anchor: "connect" })
const watched = toolCall("slow", "ultragit_read", { path: pathOf("slow") }, { progressToken: "slow" })

/** A git that hangs over the blame of one file, and what waits there. */
const makeHangingGit = Effect.gen(function* () {
  const git = yield* makeFaultyGit
  yield* git.fault("blame", `case "$*" in *slow*) sleep 600; sleep 600 ;; esac`)
  const hanging = () => processesWith(git.folder).filter(({ command }) => command.startsWith("sleep"))
  return { ...git, hangs: untilSome(hanging), all: () => processesWith(git.folder) }
})

/** Waits until a number has not changed for over a second. */
const settled = Effect.fnUntraced(function* (say: () => number) {
  let before = -1
  for (let same = 0; same < 4; same = say() === before ? same + 1 : 0) {
    before = say()
    yield* Effect.sleep("300 millis")
  }
})

describe("a client that stops reading", () => {
  it.live(
    "stops the server from reading on, and receives everything complete when it reads again",
    () =>
      Effect.gen(function* () {
        const { server } = yield* serving(repository)
        const expected = yield* ask(server, "ultragit_read", question)
        // Answers have the length of their ids: 26 MB for a pipe that takes 64 KB, of which the server keeps 16.
        const padding = "x".repeat(60_000)
        const calls = Array.from({ length: 400 }, (_, n) =>
          n % 50 === 0 ? toolCall(n, "ultragit_read", question) : request(`${n} ${padding}`, "tools/list")
        )
        yield* server.stopReading
        yield* untouched(
          repository,
          Effect.gen(function* () {
            for (const call of calls) yield* server.send(call)
            yield* settled(() => server.unsent())
            assert.isAbove(server.unsent(), 0)
            assert.isBelow(residentKilobytes(server.pid), 300_000)
            yield* server.goOnReading
            yield* server.endInput
            assert.deepStrictEqual(yield* server.exit, { code: 0, signal: null })
          })
        )
        const answers = new Map(messagesOf(server.output()).map((message) => [at(message, "id"), message]))
        assert.strictEqual(messagesOf(server.output()).length, answers.size)
        for (const [n, { id }] of calls.entries()) {
          const answer = at(answers.get(id), "result", n % 50 === 0 ? "structuredContent" : "tools")
          assert.isDefined(answer)
          if (n % 50 === 0) assert.deepStrictEqual({ answer }, expected)
        }
      }),
    slow
  )
})

describe("a client that vanishes in the middle of a call", () => {
  it.live(
    "ends the server and its git as soon as the server writes to it",
    () =>
      Effect.gen(function* () {
        const git = yield* makeHangingGit
        const { server } = yield* serving(repository, git.environment)
        yield* untouched(
          repository,
          Effect.gen(function* () {
            yield* server.send(watched)
            yield* git.hangs
            yield* server.breakOutput
            yield* server.endInput
            assert.deepStrictEqual(yield* server.exit, { code: 0, signal: null })
            yield* untilGone(git.all)
          })
        )
        assert.notInclude(server.log(), "EPIPE")
      }),
    slow
  )

  it.live.skipIf(!isLong)("ends the server and its git after the grace period, when there is nothing to write", () =>
    Effect.gen(function* () {
      const git = yield* makeHangingGit
      const { server } = yield* serving(repository, git.environment)
      yield* server.send(slowRead)
      yield* git.hangs
      yield* server.breakOutput
      yield* server.endInput
      assert.deepStrictEqual(yield* untouched(repository, server.exit), { code: 0, signal: null })
      yield* untilGone(git.all)
    })
  )

  it.live.skipIf(process.platform !== "linux")("and is killed, leaves neither server nor git behind", () =>
    Effect.gen(function* () {
      const git = yield* makeHangingGit
      const { args, command, env } = serverOf(repository.directory)
      const script = fileURLToPath(new URL("../support/faults/lonelyClient.ts", import.meta.url))
      const client = spawn(process.execPath, [script, JSON.stringify(watched), command, ...args], {
        env: { ...process.env, ...env, ...git.environment },
        stdio: ["pipe", "pipe", "inherit"]
      })
      yield* git.hangs
      assert.isAtLeast(git.all().length, 3)
      client.kill("SIGKILL")
      yield* untouched(repository, untilGone(git.all))
    })
  )
})

describe("a client that sends unusual lines", () => {
  it.live("has a line of 10 MB answered, a longer one rejected, and later ones served", () =>
    Effect.gen(function* () {
      const { server } = yield* serving(repository)
      const limit = 10 * 1024 * 1024
      const bare = JSON.stringify(toolCall(1, "ultragit_read", { ...question, padding: "" })).length
      yield* server.send(toolCall(1, "ultragit_read", { ...question, padding: "x".repeat(limit - bare) }))
      assert.isUndefined(at(yield* server.answer(1), "result", "isError"))
      yield* server.send(toolCall(2, "ultragit_read", { ...question, padding: "x".repeat(limit - bare + 1) }))
      assert.deepStrictEqual(errorOf(yield* server.answer(null)), { code: -32600, id: null })
      yield* stillAlive(server)
    })
  )

  it.live(
    "may pause within a line, and gets an error at its end when it is not a message",
    () =>
      Effect.gen(function* () {
        const { server } = yield* serving(repository)
        const line = JSON.stringify(toolCall(1, "ultragit_read", question))
        yield* server.write(line.slice(0, 20))
        yield* Effect.sleep("300 millis")
        yield* server.write(`${line.slice(20)}\n${line.slice(0, 30)}`)
        assert.isUndefined(at(yield* server.answer(1), "result", "isError"))
        yield* Effect.sleep("300 millis")
        yield* server.endInput
        assert.deepStrictEqual(errorOf(yield* server.answer(null)), { code: -32700, id: null })
        assert.deepStrictEqual(yield* server.exit, { code: 0, signal: null })
      }),
    slow
  )
})
