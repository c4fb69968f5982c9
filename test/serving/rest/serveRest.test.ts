import { assert, describe, it, layer } from "@effect/vitest"
import { Deferred, Effect, Exit, Fiber, Layer, Logger, References, Scope as EffectScope } from "effect"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { connect } from "node:net"
import { join } from "node:path"
import process from "node:process"
import type { Scope } from "../../../src/domain/Principal.ts"
import { LocalHost, RepositoryRoot } from "../../../src/repositoryHost/local/LocalHost.ts"
import { RepositoryHost } from "../../../src/repositoryHost/model/RepositoryHost.ts"
import { tokenAuthenticator } from "../../../src/serving/auth/tokenAuthenticator.ts"
import { addToken } from "../../../src/serving/auth/tokens.ts"
import { makeGitblitFolder } from "../../support/gitblitFolder.ts"
import { httpRequest } from "../../support/httpRequest.ts"
import { serverOf } from "../../support/program.ts"
import { findSurprises, type RecordedAnswer, recordedAnswers, type SentAnswer } from "../../support/recordedAnswers.ts"
import { differingRows } from "../../support/recordedDifferences.ts"
import { serveHost } from "../../support/restServer.ts"
import { isolation } from "../../support/runGit.ts"
import { slow } from "../../support/scale.ts"
import { makeFolder } from "../../support/TemporaryRepository.ts"

/** Writes bytes to a socket, and returns what comes back until it closes. */
const exchange = (base: string, bytes: string): Effect.Effect<string> =>
  Effect.callback((resume) => {
    const { hostname, port } = new URL(base)
    const received: Array<Buffer> = []
    const socket = connect({ host: hostname, port: Number(port) }, () => socket.write(bytes))
    socket.on("data", (chunk: Buffer) => received.push(chunk))
    socket.on("error", () => undefined)
    socket.on("close", () => resume(Effect.succeed(Buffer.concat(received).toString())))
  })

/** Sends the target byte for byte. HTTP/1.0, so that the answer comes in one piece. */
const sendRaw = (base: string, { method, target }: Pick<RecordedAnswer, "method" | "target">) =>
  Effect.map(exchange(base, `${method} ${target} HTTP/1.0\r\nHost: ${new URL(base).host}\r\n\r\n`), (received) => {
    const end = received.indexOf("\r\n\r\n")
    const text = received.slice(end + 4)
    const head = received.slice(0, end).toLowerCase()
    const body: unknown = text === "" ? undefined : JSON.parse(text)
    const sent: SentAnswer = { status: Number(/^http\/1\.1 (\d{3})/.exec(head)?.[1]), body }
    return { head, sent }
  })

/** What a browser is told about other sites. */
const checkHeaders = ({ cors = {}, n }: RecordedAnswer, head: string): void => {
  for (const [name, value] of Object.entries(cors)) {
    assert.include(head, `${name}: ${value}`.toLowerCase(), `row ${n}`)
  }
}

const isOfTransport = ({ group, target }: RecordedAnswer): boolean =>
  group === "route" || group === "method" || /%(?![0-9A-Fa-f]{2})|[^\0-\x7f]|%[89A-F]/i.test(target)

const local = LocalHost.layer.pipe(Layer.provide(Layer.effect(RepositoryRoot, makeGitblitFolder)))

describe("the server of a folder", () => {
  layer(local, { excludeTestServices: true })((served) => {
    const checkRows = Effect.fnUntraced(function* (rows: ReadonlyArray<RecordedAnswer>) {
      const base = yield* serveHost({ hostNames: [], allowedOrigin: "*" })
      const surprises = yield* findSurprises(rows, differingRows, (row) =>
        Effect.map(sendRaw(base, row), ({ head, sent }) => {
          checkHeaders(row, head)
          return sent
        })
      )
      assert.deepStrictEqual(surprises, [])
    })

    served.effect(
      "answers requests for which bytes count as recorded",
      () => checkRows(recordedAnswers.filter(isOfTransport)),
      slow
    )

    served.effect(
      "answers all requests as recorded, but for the listed differences",
      () => checkRows(recordedAnswers),
      slow
    )

    served.effect("refuses other host names, and pages of sites that are not named", () =>
      Effect.gen(function* () {
        const base = yield* serveHost({ hostNames: ["git.example"], allowedOrigin: "https://pages.example" })
        const url = `${base}/api/.mcp-internal/repos?limit=1`
        const statusOf = (headers: Readonly<Record<string, string>>) =>
          Effect.map(httpRequest(url, { headers }), ({ status }) => status)
        assert.strictEqual(yield* statusOf({}), 200)
        assert.strictEqual(yield* statusOf({ host: "git.example" }), 200)
        assert.strictEqual(yield* statusOf({ host: "evil.example" }), 403)
        assert.strictEqual(yield* statusOf({ origin: "https://evil.example" }), 403)
        assert.strictEqual(yield* statusOf({ origin: "https://pages.example" }), 200)
        const { headers } = yield* httpRequest(url, { headers: { origin: "https://pages.example" } })
        assert.strictEqual(headers["access-control-allow-origin"], "https://pages.example")
        const closed = yield* serveHost()
        const plain = yield* httpRequest(`${closed}/api/.mcp-internal/repos`)
        assert.notProperty(plain.headers, "access-control-allow-origin")
      })
    )

    served.effect("answers JSON to what is none of its endpoints", () =>
      Effect.gen(function* () {
        const base = yield* serveHost()
        const health = yield* httpRequest(`${base}/healthz`)
        assert.deepStrictEqual([health.status, JSON.parse(health.text)], [200, { status: "ok" }])
        const nothing = yield* httpRequest(`${base}/api`)
        assert.strictEqual(nothing.status, 404)
        assert.propertyVal(JSON.parse(nothing.text), "status", 404)
      })
    )
  })
})

const unused = Effect.die("not asked for")

/** A host that lists when it is let. */
const hostThatLists = (list: Effect.Effect<never> | Effect.Effect<{ readonly totalCount: number }>) =>
  RepositoryHost.of({
    list: () => Effect.as(list, { repositories: [], totalCount: 0, limitHit: false }),
    files: () => unused,
    file: () => unused,
    find: () => unused,
    searchFiles: () => unused,
    searchCommits: () => unused,
    updateIndex: unused,
    names: unused
  })

describe("the server of a folder with tokens", () => {
  layer(local, { excludeTestServices: true })((served) => {
    const start = Effect.fnUntraced(function* (requestsPerMinute = 600) {
      const file = join(yield* makeFolder, "tokens.json")
      const lines: Array<string> = []
      const base = yield* serveHost({
        authentication: { authenticator: yield* tokenAuthenticator(file), requestsPerMinute, auditArguments: false }
      }).pipe(Effect.provide(Logger.layer([Logger.map(Logger.formatJson, (line) => void lines.push(line))])))
      const issue = (name: string, repositories: ReadonlyArray<string>, scopes: ReadonlyArray<Scope> = ["read"]) =>
        Effect.map(addToken(file, { name, repositories, scopes, validMillis: 3_600_000 }), ({ token }) => token)
      const ask = (token: string | undefined, question: string) =>
        httpRequest(`${base}/api/.mcp-internal/${question}`, {
          headers: token === undefined ? {} : { authorization: `Bearer ${token}` }
        })
      return { base, issue, ask, lines }
    })

    served.effect("lets in only those with a token, in the words of the plugin's errors", () =>
      Effect.gen(function* () {
        const { ask, base, issue } = yield* start(2)
        const refused = yield* ask(undefined, "repos")
        assert.deepStrictEqual(
          [refused.status, JSON.parse(refused.text)],
          [401, { error: "A token is needed", status: 401 }]
        )
        assert.match(refused.headers["www-authenticate"] ?? "", /^Bearer realm="ultragit"/)
        assert.strictEqual((yield* ask("ultragit_unknown", "repos")).status, 401)
        assert.strictEqual((yield* ask(yield* issue("none", ["*"], []), "repos")).status, 403)
        assert.strictEqual((yield* httpRequest(`${base}/healthz`)).status, 200)
        const ann = yield* issue("ann", ["*"])
        assert.deepStrictEqual([(yield* ask(ann, "repos")).status, (yield* ask(ann, "repos")).status], [200, 200])
        // A slow machine may have been given a further one in the meantime.
        const tooMany = yield* Effect.repeat(ask(ann, "repos"), { until: ({ status }) => status !== 200 })
        assert.strictEqual(tooMany.status, 429)
        assert.isAtLeast(Number(tooMany.headers["retry-after"]), 1)
      })
    )

    served.effect("answers a principal as if other repositories did not exist, and says who asked", () =>
      Effect.gen(function* () {
        const { ask, issue, lines } = yield* start()
        const ann = yield* issue("ann", ["alpha.git"])
        const text = (question: string) => Effect.map(ask(ann, question), (answer) => answer.text)
        const listed = JSON.parse(yield* text("repos"))
        assert.deepStrictEqual([listed.totalCount, listed.repositories[0].name], [1, "alpha.git"])
        const hidden = yield* ask(ann, "file?repo=team/beta.git&path=README.md")
        const missing = yield* ask(ann, "file?repo=team/none.git&path=README.md")
        assert.deepStrictEqual([hidden.status, hidden.text.replace("beta", "none")], [404, missing.text])
        assert.include(yield* text("file?repo=alpha&path=README.md"), "1: # Alpha")
        assert.notInclude(yield* text("find?pathPattern=**"), "team/")
        assert.notInclude(yield* text("search/files?query=the"), "team/")
        const line = lines.find((each) => each.includes("team/beta.git")) ?? ""
        assert.match(line, /"principal":"ann"/)
        assert.match(line, /"tool":"file"/)
        assert.match(line, /"outcome":"error"/)
        assert.notInclude(lines.join(""), ann)
        assert.notInclude(lines.join(""), "README")
      })
    )
  })
})

describe("a request in flight", () => {
  const target = "/api/.mcp-internal/repos"

  it.live("is answered when the server stops", () =>
    Effect.gen(function* () {
      const [asked, allowed] = [yield* Deferred.make<void>(), yield* Deferred.make<{ readonly totalCount: number }>()]
      const host = hostThatLists(Effect.andThen(Deferred.succeed(asked, undefined), Deferred.await(allowed)))
      const scope = yield* EffectScope.make()
      const base = yield* serveHost().pipe(Effect.provideService(RepositoryHost, host), EffectScope.provide(scope))
      const request = yield* Effect.forkChild(httpRequest(`${base}${target}`))
      yield* Deferred.await(asked)
      const stopping = yield* Effect.forkChild(EffectScope.close(scope, Exit.void))
      yield* Effect.sleep(100)
      yield* Deferred.succeed(allowed, { totalCount: 0 })
      assert.strictEqual((yield* Fiber.join(request)).status, 200)
      yield* Fiber.join(stopping)
    })
  )

  it.live("is given up when its client goes away", () =>
    Effect.gen(function* () {
      const [asked, ended] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
      const list = Deferred.succeed(asked, undefined).pipe(
        Effect.andThen(Effect.never),
        Effect.onInterrupt(() => Deferred.succeed(ended, undefined))
      )
      const base = yield* serveHost().pipe(Effect.provideService(RepositoryHost, hostThatLists(list)))
      const request = yield* Effect.forkChild(httpRequest(`${base}${target}`))
      yield* Deferred.await(asked)
      yield* Fiber.interrupt(request)
      yield* Deferred.await(ended)
    })
  )

  it.live("is 500 where the program is wrong, and the next is answered", () =>
    Effect.gen(function* () {
      const base = yield* serveHost().pipe(
        Effect.provideService(RepositoryHost, hostThatLists(Effect.die(new Error("a secret path")))),
        Effect.provideService(References.MinimumLogLevel, "None")
      )
      const { status, text } = yield* httpRequest(`${base}${target}`)
      assert.strictEqual(status, 500)
      assert.notInclude(text, "secret")
      assert.strictEqual((yield* httpRequest(`${base}/healthz`)).status, 200)
    })
  )
})

describe("ultragit gitblit serve", () => {
  /** The launcher of the built program. */
  const [main = ""] = serverOf("").args

  const start = (args: ReadonlyArray<string>) =>
    Effect.acquireRelease(
      Effect.sync(() =>
        spawn(process.execPath, [main, "gitblit", "serve", ...args], {
          cwd: "/",
          // A folder is served, whatever server the environment names.
          env: { ...process.env, ...isolation, GITBLIT_URL: "http://127.0.0.1:1" },
          stdio: ["ignore", "pipe", "pipe"]
        })
      ),
      (running) => Effect.sync(() => running.kill("SIGKILL"))
    )

  it.live("prints its address, answers, and ends with 0 when told to", () =>
    Effect.gen(function* () {
      const child = yield* start(["--root", yield* makeGitblitFolder, "--listen", "127.0.0.1:0"])
      const [printed] = yield* Effect.promise(() => once(child.stdout, "data"))
      const base = String(printed).trim()
      const { text } = yield* httpRequest(`${base}/api/.mcp-internal/file?repo=alpha.git&path=README.md`)
      assert.include(text, "1: # Alpha")
      const ended = once(child, "exit")
      child.kill("SIGTERM")
      assert.deepStrictEqual(yield* Effect.promise(() => ended), [0, null])
    })
  )

  const refuse = Effect.fnUntraced(function* (...args: ReadonlyArray<string>) {
    const child = yield* start(args)
    let errors = ""
    child.stderr.on("data", (chunk: Buffer) => (errors += chunk.toString()))
    const [code] = yield* Effect.promise(() => once(child, "close"))
    return `${code} ${errors}`
  })

  it.live("refuses addresses of other machines", () =>
    Effect.gen(function* () {
      assert.match(yield* refuse("--root", "/", "--listen", "0.0.0.0:0"), /^2 [^]*no authentication/)
    })
  )

  it.live(
    "refuses what is no address, origin or folder",
    () =>
      Effect.gen(function* () {
        assert.match(yield* refuse("--root", "/", "--listen", "nonsense"), /^2 [^]*HOST:PORT/)
        assert.match(yield* refuse("--root", "/", "--cors", "https://a.example/path"), /^2 [^]*--cors takes/)
        assert.match(yield* refuse("--root", "/no/such/folder", "--listen", "0"), /^1 [^]*no\/such\/folder/)
      }),
    slow
  )
})
