import { BlockList } from "node:net"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Logger, Scope } from "effect"
import { listen } from "../../../src/adapters/http/listen.ts"
import { httpRequest } from "../../support/httpRequest.ts"

describe("a handler that fails", () => {
  it.live("is answered in JSON, logged without the request, and not waited for when the server stops", () =>
    Effect.gen(function* () {
      const lines: Array<string> = []
      const scope = yield* Scope.make()
      const port = yield* listen({
        host: "127.0.0.1",
        port: 0,
        proxies: new BlockList(),
        handle: () => {
          throw new Error("a mistake of the program")
        },
        onStop: Effect.void,
        graceMillis: 600_000
      }).pipe(
        Scope.provide(scope),
        Effect.provide(Logger.layer([Logger.map(Logger.formatJson, (line) => void lines.push(line))]))
      )
      for (const method of ["GET", "POST"]) {
        const headers = { "mcp-session-id": "secret" }
        const answer = yield* httpRequest(`http://127.0.0.1:${port}/?access_token=secret`, { method, headers })
        assert.strictEqual(answer.status, 500)
        assert.include(answer.text, "internal_error")
        assert.notInclude(answer.text, "mistake")
      }
      yield* Scope.close(scope, Exit.void)
      assert.strictEqual(lines.length, 2)
      assert.include(lines.join(""), "a mistake of the program")
      assert.notInclude(lines.join(""), "secret")
    })
  )
})
