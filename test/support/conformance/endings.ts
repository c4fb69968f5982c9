import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { initialize, messagesOf, modernRequest, request, startServer } from "../McpProcess.ts"
import { at, call, type ProgramSubject } from "./Subject.ts"

/** The ways in which a server ends. */
export const endings = (subject: ProgramSubject): void => {
  it.live("answers all it received before end of input, then exits with 0", () =>
    Effect.gen(function* () {
      const server = yield* startServer(subject.command)
      const requests = [
        request(1, "initialize", {
          protocolVersion: "2025-11-25",
          capabilities: {},
          clientInfo: { name: "t", version: "1" }
        }),
        ...Array.from({ length: 20 }, (_, n) => call(subject, n + 2))
      ]
      yield* server.write(requests.map((message) => JSON.stringify(message)).join("\n"))
      yield* server.endInput
      assert.deepStrictEqual(yield* server.exit, { code: 0, signal: null })
      const ids = messagesOf(server.output()).map((message) => at(message, "id"))
      assert.sameMembers(
        ids,
        requests.map((message) => at(message, "id"))
      )
    })
  )

  it.live("exits with 0 at end of input when nothing was ever said", () =>
    Effect.gen(function* () {
      const server = yield* startServer(subject.command)
      yield* server.endInput
      assert.deepStrictEqual(yield* server.exit, { code: 0, signal: null })
      assert.strictEqual(server.output(), "")
    })
  )

  it.live("does not wait for an open subscription at end of input", () =>
    Effect.gen(function* () {
      const server = yield* startServer(subject.command)
      yield* server.send(
        modernRequest(1, "tools/list"),
        modernRequest(2, "subscriptions/listen", { notifications: { toolsListChanged: true } })
      )
      yield* server.answer(1)
      yield* server.endInput
      assert.deepStrictEqual(yield* server.exit, { code: 0, signal: null })
    })
  )

  it.live.each(["SIGTERM", "SIGINT"] as const)("exits with 0 on %s", (signal) =>
    Effect.gen(function* () {
      const server = yield* startServer(subject.command)
      yield* initialize(server, "2025-11-25")
      yield* server.kill(signal)
      assert.deepStrictEqual(yield* server.exit, { code: 0, signal: null })
    })
  )

  it.live("ends quietly when its output is closed", () =>
    Effect.gen(function* () {
      const server = yield* startServer(subject.command)
      yield* initialize(server, "2025-11-25")
      yield* server.breakOutput
      yield* server.send(...Array.from({ length: 50 }, (_, n) => request(n, "tools/list")))
      assert.deepStrictEqual(yield* server.exit, { code: 0, signal: null })
      assert.notInclude(server.log(), "EPIPE")
    })
  )
}
