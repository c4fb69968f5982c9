import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Layer, Option, Redacted } from "effect"
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http"
import { gzipSync } from "node:zlib"
import { GitblitWaits } from "../../../src/adapters/gitblit/GitblitConnection.ts"
import { GitblitHttp, RemoteServer } from "../../../src/repositoryHost/remote/GitblitHttp.ts"
import { askFile, askList } from "../../../src/repositoryHost/service/askHost.ts"
import { withSleep } from "../../support/heldSleep.ts"
import { listenHttp } from "../../support/restServer.ts"

const secret = "aW4gY29uZmlkZW5jZQ"
const authorization = Option.some(Redacted.make(`Bearer ${secret}`))
const waits = { answerMillis: 1500, pauseMillis: 1 }
const noRepositories = JSON.stringify({ repositories: [], totalCount: 0, limitHit: false })

/** Asks for a list. `late`: what ends the time for the answer; by default nothing does. */
const askAt = (url: string, late: Effect.Effect<void> = Effect.never) =>
  askList({}).pipe(
    Effect.provide(GitblitHttp.layer.pipe(Layer.provide(Layer.succeed(RemoteServer)({ url, authorization })))),
    Effect.provideService(GitblitWaits, waits),
    withSleep(waits.answerMillis, late)
  )

/** The failure of a list that a server answers so, and how many requests it had. `isLate`: its answer never ends. */
const failureOf = Effect.fnUntraced(function* (listener: RequestListener, isLate = false) {
  const asked = yield* Deferred.make<void>()
  let requests = 0
  const url = yield* listenHttp((request, response) => {
    requests += 1
    listener(request, response)
    Deferred.doneUnsafe(asked, Effect.void)
  })
  const failure = yield* Effect.flip(askAt(url, isLate ? Deferred.await(asked) : Effect.never))
  assert.notInclude(JSON.stringify([failure.message, failure.hint]), secret)
  return { code: failure.code, message: failure.message, requests }
})

const html = (_: IncomingMessage, response: ServerResponse) =>
  response.writeHead(200, { "content-type": "text/html" }).end("<html>Log in</html>")

const status =
  (code: number, text = "") =>
  (_: IncomingMessage, response: ServerResponse) =>
    response.writeHead(code).end(text)

const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024, 32), { level: 9 })

/** The faults of spec gitblit, each with its code and the number of tries. */
const faults: ReadonlyArray<readonly [string, RequestListener, string, number]> = [
  ["resets the connection", (request) => request.socket.destroy(), "UNREACHABLE", 3],
  [
    "resets the connection in the body",
    (request, response) => {
      response.writeHead(200, { "content-length": "1000" }).write('{"repositories": [')
      setTimeout(() => request.socket.destroy(), 20)
    },
    "UNREACHABLE",
    3
  ],
  ["never answers", () => {}, "TIMEOUT", 1],
  ["never ends its body", (_, response) => void response.writeHead(200).write("{"), "TIMEOUT", 1],
  ["answers HTML with 200", html, "INVALID_RESPONSE", 1],
  ["answers invalid JSON", status(200, '{"repositories": ['), "INVALID_RESPONSE", 1],
  ["answers other JSON", status(200, '{"repositories": 1}'), "INVALID_RESPONSE", 1],
  ["answers more than 8 MiB", status(200, `"${"x".repeat(9 * 1024 * 1024)}"`), "INVALID_RESPONSE", 1],
  [
    "answers a gzip bomb",
    (_, response) => void response.writeHead(200, { "content-encoding": "gzip" }).end(bomb),
    "INVALID_RESPONSE",
    1
  ],
  ["wants credentials", status(401), "ACCESS_DENIED", 1],
  ["denies access", status(403, "<html>"), "ACCESS_DENIED", 1],
  ["is a proxy without a server", status(502), "UNREACHABLE", 3],
  ["is overloaded", status(503), "UNREACHABLE", 3],
  ["is a proxy whose server is late", status(504), "TIMEOUT", 3],
  ["has no plugin", status(404, "<html>"), "INVALID_RESPONSE", 1],
  ["fails", status(500, '{"error": "Internal server error: null", "status": 500}'), "INTERNAL_ERROR", 1],
  [
    "redirects in circles",
    (request, response) => void response.writeHead(302, { location: request.url ?? "/" }).end(),
    "INVALID_RESPONSE",
    4
  ]
]

describe("a Gitblit server that", () => {
  for (const [what, listener, code, requests] of faults) {
    it.live(`${what} is ${code}`, () =>
      Effect.gen(function* () {
        const found = yield* failureOf(listener, what.startsWith("never"))
        assert.deepStrictEqual([found.code, found.requests], [code, requests], found.message)
      })
    )
  }

  it.live("refuses connections is UNREACHABLE", () =>
    Effect.gen(function* () {
      const url = yield* Effect.scoped(listenHttp(() => {}))
      const failure = yield* Effect.flip(askAt(url))
      assert.strictEqual(failure.code, "UNREACHABLE")
    })
  )

  it.live("redirects to another server gets no credentials there", () =>
    Effect.gen(function* () {
      const seen: Array<string | undefined> = []
      const other = yield* listenHttp((request, response) => {
        seen.push(request.headers.authorization)
        response.writeHead(200).end(noRepositories)
      })
      const found = yield* failureOf((_, response) => void response.writeHead(302, { location: other }).end())
      assert.strictEqual(found.code, "INVALID_RESPONSE")
      assert.deepStrictEqual(seen, [])
    })
  )

  it.live("answers after a proxy's error is asked again", () =>
    Effect.gen(function* () {
      let requests = 0
      const url = yield* listenHttp((request, response) => {
        requests += 1
        assert.strictEqual(request.headers.authorization, `Bearer ${secret}`)
        response.writeHead(requests < 3 ? 503 : 200).end(noRepositories)
      })
      assert.strictEqual((yield* askAt(url)).totalCount, 0)
    })
  )

  it.live("leaves out what is null is understood", () =>
    Effect.gen(function* () {
      const url = yield* listenHttp(
        status(200, '{"repositories": [{"name": "a.git", "hasCommits": false}], "totalCount": 1, "limitHit": false}')
      )
      const { repositories } = yield* askAt(url)
      assert.deepStrictEqual(repositories, [{ name: "a.git", description: null, lastChange: null, hasCommits: false }])
    })
  )

  it.live("refuses a file that is too large is asked for lines by the hint", () =>
    Effect.gen(function* () {
      const url = yield* listenHttp(status(400, '{"error": "File exceeds maximum size of 128KB", "status": 400}'))
      const failure = yield* Effect.flip(
        askFile({ repo: "a.git", path: "b" }).pipe(
          Effect.provide(GitblitHttp.layer.pipe(Layer.provide(Layer.succeed(RemoteServer)({ url, authorization }))))
        )
      )
      assert.strictEqual(failure.code, "FILE_TOO_LARGE")
    })
  )
})
