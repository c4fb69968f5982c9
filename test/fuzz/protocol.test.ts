import { PassThrough } from "node:stream"
import { assert, describe, it } from "@effect/vitest"
import { Predicate } from "effect"
import { Effect } from "effect"
import type { Random } from "../../bench/verify/random.ts"
import { protocolOutput } from "../../src/serving/stdio/Outbox.ts"
import { StdioTransport } from "../../src/serving/stdio/StdioTransport.ts"
import { makePool } from "../support/annotated.ts"
import { stillAlive } from "../support/conformance/Subject.ts"
import { chunked, damaged, mutated, repeated, seed } from "../support/fuzz/random.ts"
import { makeRandom } from "../../bench/verify/random.ts"
import { initialize, modernRequest, request, startServer, toolCall } from "../support/McpProcess.ts"
import { serverOf } from "../support/program.ts"
import { scaled, slow } from "../support/scale.ts"

const messages: ReadonlyArray<unknown> = [
  request(1, "ping"),
  request("two", "tools/list", {}),
  toolCall(3, "ultragit_read", { path: "src/pool.ts", anchor: "connect", max_tokens: 500 }),
  toolCall(4, "ultragit_history", { path: "src/pool.ts", limit: 3 }),
  modernRequest(5, "tools/call", { name: "ultragit_deps", arguments: { path: "src/pool.ts" } }),
  modernRequest(6, "server/discover"),
  { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 3, reason: "x" } },
  { jsonrpc: "2.0", id: 7, result: {} },
  [request(8, "ping"), request(9, "ping")]
]

/** One line of input: a message with something else in it, or with other bytes. */
const lineOf = (random: Random): Buffer => {
  const message = random.pick(messages)
  const text = Buffer.from(JSON.stringify(random.below(3) === 0 ? message : mutated(random, message)) ?? "")
  const line = random.below(2) === 0 ? text : damaged(random, text)
  return Buffer.from(line.map((byte) => (byte === 10 ? 32 : byte)))
}

/** What is wrong with a line of output; nothing when it is an answer as JSON-RPC has them. */
const isAnswer = (value: unknown): boolean =>
  Array.isArray(value)
    ? value.length > 0 && value.every(isAnswer)
    : Predicate.isObject(value) &&
      Predicate.hasProperty(value, "jsonrpc") &&
      Predicate.hasProperty(value, "id") &&
      (Predicate.hasProperty(value, "result") || Predicate.hasProperty(value, "error"))

describe("lines of any kind", () => {
  it("are answered with protocol errors or passed on, and the next is read", () => {
    repeated(scaled(300, 20_000), (random) => {
      const output = new PassThrough()
      const input = new PassThrough()
      const transport = new StdioTransport({ input, output: protocolOutput(output), maxMessageBytes: 100_000 })
      const passed: Array<unknown> = []
      transport.onmessage = (message) => void passed.push(message)
      void transport.start()
      if (random.below(2) === 0) transport.setProtocolVersion(random.below(2) === 0 ? "2025-03-26" : "2025-11-25")
      const lines = Array.from({ length: 5 }, () => Buffer.concat([lineOf(random), Buffer.from("\n")]))
      const last = Buffer.from(`${JSON.stringify(request("last", "tools/list"))}\n`)
      for (const chunk of chunked(random, Buffer.concat([...lines, last]))) input.emit("data", chunk)
      assert.deepStrictEqual(passed.at(-1), request("last", "tools/list"))
      const written = String(output.read(output.readableLength) ?? "")
      for (const line of written.split("\n").filter((each) => each !== "")) {
        assert.isTrue(isAnswer(JSON.parse(line)), line)
      }
    })
  })

  it.live(
    "keep a real server of either era alive, with only valid protocol answers",
    () =>
      Effect.gen(function* () {
        const { repository } = yield* makePool
        const server = yield* startServer(serverOf(repository.directory))
        const random = makeRandom(seed)
        yield* initialize(server, seed % 2 === 0 ? "2025-03-26" : "2025-11-25")
        for (let line = 0; line < scaled(150, 20_000); line += 1) {
          yield* server.write(Buffer.concat([lineOf(random), Buffer.from("\n")]))
        }
        yield* stillAlive(server)
        yield* server.endInput
        assert.deepStrictEqual(yield* server.exit, { code: 0, signal: null })
        const lines = server
          .output()
          .split("\n")
          .filter((line) => line !== "")
        for (const line of lines)
          assert.isTrue(isAnswer(JSON.parse(line)) || line.includes('"method"'), `seed ${seed}: ${line}`)
        assert.notInclude(server.output(), "Internal error", `seed ${seed}`)
      }),
    slow
  )
})
