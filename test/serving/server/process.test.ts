import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { demoCommand, commandWithGrace } from "../../support/demoCommand.ts"
import { secretPath } from "../../support/demoTools.ts"
import { at, errorOf, textOf } from "../../support/conformance/Subject.ts"
import { initialize, type McpProcess, messagesOf, request, startServer, toolCall } from "../../support/McpProcess.ts"
import { slow } from "../../support/scale.ts"

const opened = Effect.fnUntraced(function* (revision = "2025-11-25", command = demoCommand) {
  const server = yield* startServer(command)
  yield* initialize(server, revision)
  return server
})

const eventsOf = Effect.fnUntraced(function* (server: McpProcess, id: string) {
  yield* server.send(toolCall(id, "demo_events"))
  const answered = yield* server.answer(id)
  return String(at(answered, "result", "structuredContent", "events"))
})

/** Asks until the event has happened. */
const untilEvent = Effect.fnUntraced(function* (server: McpProcess, event: string) {
  for (let round = 0; ; round += 1) {
    if ((yield* eventsOf(server, `event ${event} ${round}`)).includes(event)) return
  }
})

const cancel = (requestId: string | number) => ({
  jsonrpc: "2.0",
  method: "notifications/cancelled",
  params: { requestId, reason: "enough" }
})

describe("a server process", () => {
  it.live(
    "delivers an answer of over 5 MB and what follows it to a slow reader",
    () =>
      Effect.gen(function* () {
        // Not bounded by the grace: how fast it is read depends on the machine.
        const server = yield* opened("2025-11-25", commandWithGrace(600_000))
        yield* server.stopReading
        yield* server.send(toolCall(1, "demo_large", { bytes: 5_500_000 }), request(2, "ping"))
        yield* server.endInput
        for (let pause = 0; pause < 10; pause += 1) {
          yield* server.goOnReading
          yield* Effect.sleep("5 millis")
          yield* server.stopReading
          yield* Effect.sleep("20 millis")
        }
        yield* Effect.sleep("2500 millis")
        yield* server.goOnReading
        const large = yield* server.answer(1)
        assert.isAbove(Buffer.byteLength(JSON.stringify(large)), 5_000_000)
        assert.deepStrictEqual(JSON.parse(String(textOf(large))), at(large, "result", "structuredContent"))
        assert.deepStrictEqual(yield* server.exit, { code: 0, signal: null })
        assert.lengthOf(messagesOf(server.output()), 3)
      }),
    slow
  )

  it.live("keeps library output off standard output", () =>
    Effect.gen(function* () {
      const server = yield* opened()
      yield* server.send(toolCall(1, "demo_noise"))
      assert.deepStrictEqual(at(yield* server.answer(1), "result", "structuredContent"), { done: true })
      yield* server.endInput
      yield* server.exit
      assert.lengthOf(messagesOf(server.output()), 2)
      for (const source of ["console.log", "the stream", "writeSync", "a warning", "a worker"]) {
        assert.include(server.log(), `noise from ${source}`)
      }
    })
  )

  it.live("survives and logs an uncaught exception and an unhandled rejection", () =>
    Effect.gen(function* () {
      const server = yield* opened()
      yield* server.send(toolCall(1, "demo_crash"))
      assert.deepStrictEqual(at(yield* server.answer(1), "result", "structuredContent"), { done: true })
      yield* server.send(request(2, "ping"))
      yield* server.answer(2)
      yield* server.endInput
      assert.deepStrictEqual(yield* server.exit, { code: 0, signal: null })
      assert.include(server.log(), "thrown in a callback")
      assert.include(server.log(), "rejected and forgotten")
    })
  )

  it.live("answers a defect with only a reference to the log", () =>
    Effect.gen(function* () {
      const server = yield* opened()
      yield* server.send(toolCall(1, "demo_defect"), toolCall(2, "demo_mismatch"))
      const answers = [yield* server.answer(1), yield* server.answer(2)]
      // The log is complete only at exit.
      yield* server.endInput
      yield* server.exit
      for (const [position, answered] of answers.entries()) {
        assert.isTrue(at(answered, "result", "isError"))
        const ref = /^Internal error \(ref ([0-9a-f]{8})\)$/.exec(String(textOf(answered)))?.[1]
        assert.isDefined(ref)
        const entry = messagesOf(server.log()).find((line) => at(line, "annotations", "ref") === ref)
        assert.strictEqual(at(entry, "level"), "ERROR")
        assert.include(String(at(entry, "cause")), position === 0 ? secretPath : "count")
      }
      assert.notInclude(server.output(), secretPath)
      assert.notInclude(server.output(), ".ts")
    })
  )

  it.live("answers a failure with message and hint, with control characters escaped", () =>
    Effect.gen(function* () {
      const server = yield* opened()
      yield* server.send(toolCall(1, "demo_fail", { text: "no\u001b[31m such\nthing" }))
      const answered = yield* server.answer(1)
      assert.isTrue(at(answered, "result", "isError"))
      assert.isUndefined(at(answered, "result", "structuredContent"))
      assert.strictEqual(textOf(answered), "no\\x1b[31m such\\x0athing\nTry something else.")
    })
  )

  it.live("answers an internally interrupted call with an error", () =>
    Effect.gen(function* () {
      const server = yield* opened()
      yield* server.send(toolCall(1, "demo_interrupt"))
      assert.deepStrictEqual(errorOf(yield* server.answer(1)), { code: -32603, id: 1 })
    })
  )

  it.live("interrupts a cancelled call without answering it, while others continue", () =>
    Effect.gen(function* () {
      const server = yield* opened()
      yield* server.send(toolCall(1, "demo_hang", { label: "one" }), toolCall(2, "demo_hang", { label: "two" }))
      yield* server.send(request(3, "ping"))
      yield* server.answer(3)
      yield* untilEvent(server, "started one")
      yield* server.send(cancel(1))
      yield* untilEvent(server, "interrupted one")
      assert.notInclude(yield* eventsOf(server, "last"), "interrupted two")
      yield* server.send(cancel(2))
      yield* server.endInput
      assert.deepStrictEqual(yield* server.exit, { code: 0, signal: null })
      const ids = messagesOf(server.output()).map((message) => at(message, "id"))
      assert.notInclude(ids, 1)
      assert.notInclude(ids, 2)
    })
  )

  it.live(
    "waits for a running call at end of input, but not past the grace",
    () =>
      Effect.gen(function* () {
        const server = yield* opened("2025-11-25", commandWithGrace(3000))
        yield* server.send(toolCall(1, "demo_sleep", { millis: 300 }), toolCall(2, "demo_stuck"))
        yield* server.endInput
        assert.deepStrictEqual(at(yield* server.answer(1), "result", "structuredContent"), { done: true })
        assert.deepStrictEqual(yield* server.exit, { code: 0, signal: null })
      }),
    slow
  )

  it.live(
    "ends at SIGTERM also while a call runs that cannot be interrupted",
    () =>
      Effect.gen(function* () {
        const server = yield* opened()
        yield* server.send(toolCall(1, "demo_stuck"), request(2, "ping"))
        yield* server.answer(2)
        yield* server.kill("SIGTERM")
        assert.deepStrictEqual(yield* server.exit, { code: 0, signal: null })
      }),
    slow
  )

  it.live("completes a batch with a cancelled member", () =>
    Effect.gen(function* () {
      const server = yield* opened("2025-03-26")
      yield* server.send([request(1, "ping"), toolCall(2, "demo_hang", { label: "three" })])
      yield* untilEvent(server, "started three")
      yield* server.send(cancel(2))
      assert.deepStrictEqual(yield* server.next, [{ jsonrpc: "2.0", id: 1, result: {} }])
    })
  )

  it.live(
    "reports progress of long work to a caller with a token, and stops with the answer",
    () =>
      Effect.gen(function* () {
        const server = yield* opened()
        yield* server.send(
          toolCall(1, "demo_sleep", { millis: 2500 }, { progressToken: "t" }),
          toolCall(2, "demo_sleep", { millis: 10 }, { progressToken: "short" }),
          toolCall(3, "demo_sleep", { millis: 1200 })
        )
        yield* server.endInput
        yield* server.exit
        const messages = messagesOf(server.output())
        const progress = messages.filter((message) => at(message, "method") === "notifications/progress")
        const reported = (token: string) =>
          progress.filter((message) => at(message, "params", "progressToken") === token)
        assert.isNotEmpty(reported("t"))
        assert.strictEqual(reported("t").length + reported("short").length, progress.length)
        // Where the machine pauses, the short one takes seconds, too.
        for (const [id, token] of [
          [1, "t"],
          [2, "short"]
        ] as const) {
          const numbers = reported(token).map((message) => at(message, "params", "progress"))
          assert.deepStrictEqual(
            numbers,
            numbers.map((_, index) => index + 1)
          )
          const answered = messages.findIndex((message) => at(message, "id") === id)
          assert.isTrue(reported(token).every((message) => messages.indexOf(message) < answered))
        }
      }),
    slow
  )

  it.live("writes one line of JSON to standard error for each thing it logs", () =>
    Effect.gen(function* () {
      const server = yield* opened()
      yield* server.send(toolCall(1, "demo_fail", { text: "two\nlines" }), toolCall(2, "demo_defect"))
      yield* server.endInput
      yield* server.exit
      // Calls at once log in the order in which they end.
      assert.sameMembers(
        messagesOf(server.log()).map((line) => at(line, "level")),
        ["DEBUG", "ERROR"]
      )
    })
  )
})
