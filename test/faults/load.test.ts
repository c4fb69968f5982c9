import { readFileSync, rmSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterAll, assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Schema, Scope } from "effect"
import { at, ping, stillAlive } from "../support/conformance/Subject.ts"
import { makeFaultyGit } from "../support/faults/FaultyGit.ts"
import { makeFiles, pathOf } from "../support/faults/files.ts"
import { cancelled } from "../support/faults/lines.ts"
import { processesWith, residentKilobytes, untilGone, untilSome } from "../support/faults/processes.ts"
import { ask, serving } from "../support/faults/serving.ts"
import { untouched } from "../support/faults/untouched.ts"
import { initialize, type McpProcess, messagesOf, request, startServer, toolCall } from "../support/McpProcess.ts"
import { minimalNote, minimalRegion } from "../support/notes.ts"
import { serverOf } from "../support/program.ts"
import { scaled, slow } from "../support/scale.ts"
import { makeFolder } from "../support/TemporaryRepository.ts"

const scope = Scope.makeUnsafe()
const names = ["one", "two", "three", "slow"]
const { commit, repository } = await Effect.runPromise(makeFiles(names).pipe(Scope.provide(scope)))
// Evidence waits for a first walk over history only so long: under load, an early answer would say that it is missing.
await Effect.runPromise(repository.git(["config", "ultragit.evidence", "never"]))
afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))

const tools = ["ultragit_read", "ultragit_deps", "ultragit_history", "ultragit_summary"] as const

/** The n-th of many different questions: all tools, files and anchors, some that are not there, some that are no questions. */
const question = (id: string | number, n: number) => {
  const path = pathOf(names[n % 3] ?? "")
  const anchor = n % 5 === 0 ? `missing${n}` : n % 2 === 0 ? "connect" : "Pool.acquire"
  if (n % 19 === 0) return ping(id)
  if (n % 23 === 0) return request(id, "no/such/method")
  if (n % 29 === 0) return toolCall(id, "ultragit_read", { path: `nowhere${n}.ts` })
  const tool = tools[n % 4] ?? ""
  return toolCall(id, tool, tool === "ultragit_summary" ? { path } : { path, anchor })
}

const without = (message: unknown): string => JSON.stringify({ ...Object(message), id: 0 })

describe("1,000 requests in one write", () => {
  it.live(
    "are each answered once, correctly and with their own id, in bounded memory",
    () =>
      Effect.gen(function* () {
        const { server } = yield* serving(repository)
        const every = scaled(8, 1)
        const requests = Array.from({ length: 1000 }, (_, n) =>
          n % every === 0 ? question(n, (n % 120) / every) : ping(n)
        )
        yield* untouched(
          repository,
          Effect.gen(function* () {
            yield* server.send(...requests)
            // All of them: after the end of input it waits for its own answers for a while only.
            yield* Effect.forEach(requests.keys(), (id) => server.answer(id), { discard: true })
            yield* server.endInput
            assert.deepStrictEqual(yield* server.exit, { code: 0, signal: null })
          })
        )
        const answers = messagesOf(server.output()).filter((message) => typeof at(message, "id") === "number")
        assert.sameMembers(
          answers.map((message) => at(message, "id")),
          requests.map(({ id }) => id)
        )
        // The same question has the same answer, regardless of concurrent questions.
        const kinds = new Set(answers.map((message) => `${Number(at(message, "id")) % 120} ${without(message)}`))
        assert.strictEqual(kinds.size, 120)
        assert.isFalse(answers.some((message) => JSON.stringify(message).includes("Internal error")))
      }),
    slow
  )

  it.live(
    "are dropped when all are cancelled, and leave no git process",
    () =>
      Effect.gen(function* () {
        const git = yield* makeFaultyGit
        yield* git.fault("blame", `case "$*" in *slow*) sleep 600; sleep 600 ;; esac`)
        const hanging = () => processesWith(git.folder).filter(({ command }) => command.startsWith("sleep"))
        const { server } = yield* serving(repository, git.environment)
        const before = yield* ask(server, "ultragit_read", { path: pathOf("one"), anchor: "connect" })
        const ids = Array.from({ length: 1000 }, (_, n) => n)
        const calls = ids.map((id) =>
          toolCall(id, id % 2 === 0 ? "ultragit_read" : "ultragit_summary", { path: pathOf("slow") })
        )
        yield* untouched(
          repository,
          Effect.gen(function* () {
            yield* server.send(...calls)
            yield* stillAlive(server)
            yield* untilSome(hanging)
            yield* server.send(...ids.map(cancelled))
            yield* untilGone(hanging)
            assert.deepStrictEqual(
              yield* ask(server, "ultragit_read", { path: pathOf("one"), anchor: "connect" }),
              before
            )
            // All at once: asked and taken back before any is begun.
            yield* server.send(...calls.slice(0, 200), ...ids.slice(0, 200).map(cancelled))
            yield* stillAlive(server)
            yield* server.endInput
            assert.deepStrictEqual(yield* server.exit, { code: 0, signal: null })
            yield* untilGone(() => processesWith(git.folder))
          })
        )
        const answered = messagesOf(server.output()).filter((message) => typeof at(message, "id") === "number")
        assert.deepStrictEqual(answered, [])
        assert.notInclude(server.log(), '"level":"ERROR"')
      }),
    slow
  )
})

const Memory = Schema.fromJsonString(Schema.Struct({ held: Schema.Int, rss: Schema.Int }))

/** A server that reports its heap after a garbage collection. */
const probed = Effect.gen(function* () {
  const file = join(yield* makeFolder, "memory")
  const probe = fileURLToPath(new URL("../support/faults/memoryProbe.ts", import.meta.url))
  const { args, ...command } = serverOf(repository.directory)
  const server = yield* startServer({
    ...command,
    args: ["--expose-gc", "--import", probe, ...args],
    env: { ...command.env, MEMORY_PROBE: file }
  })
  yield* initialize(server, "2025-11-25")
  const found: Effect.Effect<typeof Memory.Type> = Effect.suspend(() =>
    Schema.decodeEffect(Memory)(readFileSync(file, "utf8"))
  ).pipe(Effect.catchCause(() => Effect.delay(found, "20 millis")))
  const memory = Effect.gen(function* () {
    rmSync(file, { force: true })
    yield* server.kill("SIGUSR2")
    return yield* found
  })
  return { server, memory }
})

/** Calls one after the other, with a note written now and then. */
const callAll = Effect.fnUntraced(function* (server: McpProcess, from: number, count: number) {
  for (let n = from; n < from + count; n += 1) {
    if (n % 250 === 249) {
      const regions = names.map((name) => ({
        ...minimalRegion(pathOf(name), "connect", [9, 11]),
        intent: `Why, ${n}.`
      }))
      yield* repository.note(commit, minimalNote(commit, { regions }))
    }
    yield* server.send(question(`n${n}`, n))
    yield* server.answer(`n${n}`)
  }
})

describe("calls one after the other", () => {
  const count = scaled(200, 10_000)
  const warmUp = scaled(250, 1000)

  // Held after a collection. What is resident counts what the collector has not come to yet, and has more room.
  it.live(
    `leave nothing behind: what is held after ${count} is what was held before, within 10 %`,
    () =>
      Effect.gen(function* () {
        const { memory, server } = yield* probed
        yield* callAll(server, 0, warmUp)
        const before = yield* memory
        yield* callAll(server, warmUp, count)
        const after = yield* memory
        const report = `${JSON.stringify(before)} then ${JSON.stringify(after)}, ${residentKilobytes(server.pid)} kB resident`
        yield* Effect.logInfo(report)
        assert.isBelow(after.held, before.held * 1.1, report)
        assert.isBelow(after.rss, before.rss * 1.25, report)
      }),
    { timeout: scaled(180_000, 1_200_000), ...slow }
  )
})
