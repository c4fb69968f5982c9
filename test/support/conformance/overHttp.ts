import { BlockList } from "node:net"
import { StreamableHTTPClientTransport as ModernHttp } from "@modelcontextprotocol/client"
import { StreamableHTTPClientTransport as OldHttp } from "@modelcontextprotocol/sdk/client/streamableHttp.js"
import { Deferred, Effect, Metric, type Scope } from "effect"
import { type HttpServerOptions, serveHttp } from "../../../src/serving/http/serveHttp.ts"
import { httpRequest } from "../httpRequest.ts"
import { type Connection, makeMailbox } from "../Mailbox.ts"
import { at } from "./Subject.ts"
import type { InProcess, TestTransport } from "./TestTransport.ts"

/** Starts a server over HTTP for the scope, with one repository named `repo`. Returns its base address. */
export const startHttp = Effect.fnUntraced(function* (options: InProcess, special: Partial<HttpServerOptions> = {}) {
  const listening = yield* Deferred.make<number>()
  yield* Effect.forkScoped(
    serveHttp({
      ...options,
      host: "127.0.0.1",
      port: 0,
      repositories: { named: new Map([["repo", options.repository]]), roots: [] },
      hostNames: [],
      proxies: new BlockList(),
      mustBeNear: false,
      metricsFrom: new BlockList(),
      maxBodyBytes: 10 * 1024 * 1024,
      graceMillis: 2_000,
      ...special,
      onListening: (port) => Effect.asVoid(Deferred.succeed(listening, port))
    }).pipe(Effect.provideService(Metric.MetricRegistry, new Map()))
  )
  return `http://127.0.0.1:${yield* Deferred.await(listening)}`
})

const modernVersion = (message: unknown): unknown =>
  at(message, "params", "_meta", "io.modelcontextprotocol/protocolVersion")

/** The headers that a client of the message's era sends. */
const headersFor = (message: unknown, session: Readonly<Record<string, string>>): Record<string, string> => {
  const modern = modernVersion(message)
  const name = at(message, "params", "name")
  return {
    accept: "application/json, text/event-stream",
    "content-type": "application/json",
    ...(typeof modern === "string" && modern === "2026-07-28"
      ? {
          "mcp-protocol-version": modern,
          "mcp-method": String(at(message, "method")),
          ...(typeof name === "string" ? { "mcp-name": name } : {})
        }
      : session)
  }
}

/** The messages in a body: JSON, or events with JSON. */
const messagesIn = (type: string, body: string): ReadonlyArray<unknown> => {
  if (body === "") return []
  const texts = type.startsWith("text/event-stream")
    ? body.split("\n").flatMap((line) => (line.startsWith("data: ") ? [line.slice("data: ".length)] : []))
    : [body]
  // A stream that can be resumed begins with an event without data.
  return texts
    .filter((text) => text.trim() !== "")
    .flatMap((text): ReadonlyArray<unknown> => {
      const found: unknown = JSON.parse(text)
      return Array.isArray(found) ? found : [found]
    })
}

/** A connection that sends each message by POST, as a client does: those after `initialize` with its session. */
const connectTo = Effect.fnUntraced(function* (url: string) {
  const mailbox = makeMailbox(() => undefined)
  const scope = yield* Effect.scope
  let session: Record<string, string> = {}
  const post = Effect.fnUntraced(function* (message: unknown) {
    const headers = headersFor(message, session)
    const answer = yield* httpRequest(url, { method: "POST", headers, body: JSON.stringify(message) })
    const id = answer.headers["mcp-session-id"]
    if (typeof id === "string") session = { "mcp-session-id": id }
    mailbox.push(...messagesIn(answer.headers["content-type"] ?? "", answer.text))
  })
  const connection: Connection = {
    send: (...messages) =>
      Effect.forEach(
        messages,
        (message) =>
          String(at(message, "method")).includes("initialize")
            ? post(message)
            : Effect.asVoid(Effect.forkIn(post(message), scope)),
        { discard: true }
      ),
    next: mailbox.next,
    answer: mailbox.answer
  }
  return connection
})

/** Streamable HTTP on a real socket; the server is in the process of the test. */
export const overHttp = (options: Effect.Effect<InProcess>): TestTransport => {
  const url: Effect.Effect<string, never, Scope.Scope> = Effect.flatMap(options, (program) =>
    Effect.map(Effect.orDie(startHttp(program)), (base) => `${base}/r/repo/mcp`)
  )
  return {
    name: "HTTP",
    connect: Effect.flatMap(url, connectTo),
    forOldClient: Effect.map(url, (address) => new OldHttp(new URL(address))),
    forNewClient: Effect.map(url, (address) => new ModernHttp(new URL(address)))
  }
}
