import { PassThrough, Writable } from "node:stream"
import { assert, describe, it } from "@effect/vitest"
import type { JSONRPCMessage } from "@modelcontextprotocol/server"
import { Effect } from "effect"
import { protocolOutput } from "../../../src/serving/stdio/Outbox.ts"
import { StdioTransport } from "../../../src/serving/stdio/StdioTransport.ts"
import { at } from "../../support/conformance/Subject.ts"
import { messagesOf, modernRequest, request } from "../../support/McpProcess.ts"

/** A transport between two streams, with what it received and what it wrote. */
const connected = Effect.fnUntraced(function* (output: Writable = new PassThrough()) {
  const input = new PassThrough()
  const transport = new StdioTransport({ input, output: protocolOutput(output) })
  const received: Array<JSONRPCMessage> = []
  transport.onmessage = (message) => received.push(message)
  yield* Effect.promise(() => transport.start())
  const receive = (...messages: ReadonlyArray<unknown>) =>
    Effect.callback<void>((resume) => {
      input.write(messages.map((message) => `${JSON.stringify(message)}\n`).join(""))
      setImmediate(() => resume(Effect.void))
    })
  const written = () =>
    messagesOf(output instanceof PassThrough ? String(output.read(output.readableLength) ?? "") : "")
  return { input, transport, received, receive, written }
})

const answerTo = (id: string | number, result: { readonly [key: string]: string } = {}): JSONRPCMessage => ({
  jsonrpc: "2.0",
  id,
  result
})

const cancelled = (requestId: string | number) => ({
  jsonrpc: "2.0",
  method: "notifications/cancelled",
  params: { requestId }
})

/** Whether a promise is settled by now. */
const isSettled = (promise: Promise<unknown>) =>
  Effect.promise(() =>
    Promise.race([
      promise.then(() => true),
      new Promise<boolean>((resolve) => {
        setImmediate(() => resolve(false))
      })
    ])
  )

describe("StdioTransport", () => {
  it.effect("is done when input is over and every request is answered or cancelled", () =>
    Effect.gen(function* () {
      const { input, received, receive, transport, written } = yield* connected()
      yield* receive(request(1, "ping"), request(2, "ping"), request("2", "ping"))
      input.end()
      assert.strictEqual(yield* Effect.promise(() => transport.ended), "end of input")
      assert.lengthOf(received, 3)
      yield* Effect.promise(() => transport.send(answerTo(1)))
      yield* Effect.promise(() => transport.send(answerTo("2")))
      assert.isFalse(yield* isSettled(transport.answered()))
      yield* Effect.promise(() => transport.send(answerTo(2)))
      assert.isTrue(yield* isSettled(transport.answered()))
      assert.deepStrictEqual(written(), [answerTo(1), answerTo("2"), answerTo(2)])
    })
  )

  it.effect("waits neither for a cancelled request nor for a subscription", () =>
    Effect.gen(function* () {
      const { input, receive, transport } = yield* connected()
      yield* receive(request(1, "tools/call"), modernRequest(2, "subscriptions/listen"), cancelled(1))
      input.end()
      yield* Effect.promise(() => transport.ended)
      assert.isTrue(yield* isSettled(transport.answered()))
    })
  )

  it.effect("drops responses to cancelled and unknown requests", () =>
    Effect.gen(function* () {
      const { receive, transport, written } = yield* connected()
      yield* receive(request(1, "ping"), cancelled(1), cancelled(7))
      yield* Effect.promise(() => transport.send(answerTo(1)))
      yield* Effect.promise(() => transport.send(answerTo(7)))
      assert.deepStrictEqual(written(), [])
    })
  )

  it.effect("answers both of two requests with the same id", () =>
    Effect.gen(function* () {
      const { input, receive, transport, written } = yield* connected()
      yield* receive(request(1, "ping"), request(1, "ping"))
      input.end()
      yield* Effect.promise(() => transport.ended)
      yield* Effect.promise(() => transport.send(answerTo(1)))
      assert.isFalse(yield* isSettled(transport.answered()))
      yield* Effect.promise(() => transport.send(answerTo(1)))
      assert.isTrue(yield* isSettled(transport.answered()))
      assert.lengthOf(written(), 2)
    })
  )

  it.effect("holds back what follows initialize until the revision is known", () =>
    Effect.gen(function* () {
      const { received, receive, transport, written } = yield* connected()
      yield* receive(request(1, "initialize"), [request(2, "ping")], request(3, "ping"))
      assert.lengthOf(received, 1)
      transport.setProtocolVersion("2025-03-26")
      yield* Effect.promise(() => transport.send(answerTo(1)))
      assert.deepStrictEqual(
        received.map((message) => at(message, "id")),
        [1, 2, 3]
      )
      yield* Effect.promise(() => transport.send(answerTo(2)))
      assert.deepStrictEqual(written(), [answerTo(1), [answerTo(2)]])
    })
  )

  it.effect("pauses input while the output is over its high-water mark, and resumes after it drains", () =>
    Effect.gen(function* () {
      const parked: Array<() => void> = []
      const slow = new Writable({ write: (_chunk, _encoding, done) => void parked.push(done) })
      const { input, receive, transport } = yield* connected(slow)
      yield* receive(request(1, "ping"), request(2, "ping"))
      yield* Effect.promise(() => transport.send(answerTo(1, { text: "x".repeat(5_000_000) })))
      assert.isFalse(input.isPaused())
      yield* Effect.promise(() => transport.send(answerTo(2, { text: "x".repeat(20_000_000) })))
      assert.isTrue(input.isPaused())
      assert.isFalse(yield* isSettled(transport.flushed()))
      while (parked.length > 0) {
        parked.shift()?.()
        yield* isSettled(Promise.resolve())
      }
      assert.isFalse(input.isPaused())
      assert.isTrue(yield* isSettled(transport.flushed()))
    })
  )

  it.effect("ends when its output breaks", () =>
    Effect.gen(function* () {
      const output = new PassThrough()
      const { receive, transport } = yield* connected(output)
      yield* receive(request(1, "ping"))
      output.destroy(new Error("EPIPE"))
      assert.strictEqual(yield* Effect.promise(() => transport.ended), "broken output")
      assert.isTrue(yield* isSettled(transport.answered()))
      yield* Effect.promise(() => transport.send(answerTo(1)))
      assert.isTrue(yield* isSettled(transport.flushed()))
    })
  )
})
