import { connect } from "node:net"
import { Effect } from "effect"
import { makeRandom, type Random } from "../verify/random.ts"
import { initialize, modernCall } from "./messages.ts"

/** Bytes for one connection, and how many answers they must get. */
interface Attempt {
  readonly kind: string
  readonly bytes: ReadonlyArray<Buffer>
  readonly answers: number
}

const methods = ["GET", "POST", "PUT", "DELETE", "OPTIONS", "HEAD", "PATCH", "TRACE", "BREW", "get", "PROPFIND"]
const paths = [
  "/r/a/mcp",
  "/r/b/mcp",
  "/r/none/mcp",
  "/mcp",
  "/",
  "/healthz",
  "/metrics",
  "/r/..%2f..%2fetc/mcp",
  "/r/%zz/mcp",
  "//",
  "/r/a/mcp?token=1",
  "*",
  "http://localhost/r/a/mcp",
  "/.well-known/oauth-protected-resource"
]
const headerNames = [
  "content-type",
  "accept",
  "origin",
  "mcp-session-id",
  "mcp-protocol-version",
  "mcp-method",
  "mcp-name",
  "last-event-id",
  "authorization",
  "expect",
  "x-forwarded-for",
  "cookie"
]
const headerValues = [
  "",
  "application/json",
  "text/event-stream",
  "*/*",
  "null",
  "https://evil.example",
  "2026-07-28",
  "2025-11-25",
  "1999-01-01",
  "tools/call",
  "=?base64?dG9vbHM=?=",
  "100-continue",
  "é",
  "x".repeat(3_000)
]
const bodies = [
  "",
  "{",
  "[]",
  "[{}]",
  "null",
  "1",
  '"a"',
  '{"jsonrpc":"2.0","id":1,"method":"ping"}',
  '[{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","id":1,"method":"ping"}]',
  '{"jsonrpc":"2.0","id":{},"method":"tools/list"}',
  '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"ultragit_read","arguments":{"path":"../../etc/passwd"}}}',
  `${'{"a":'.repeat(2_000)}1${"}".repeat(2_000)}`,
  "\0\uFFFF",
  initialize.body,
  modernCall("ultragit_read", { path: "only-a.ts" }).body
]

const one = <A>(random: Random, items: readonly [A, ...ReadonlyArray<A>] | ReadonlyArray<A>): A => {
  const [first] = items
  const picked = random.pick(items) ?? first
  if (picked === undefined) throw new Error("nothing to pick from")
  return picked
}

const corrupt = (random: Random, body: string): string => {
  if (body === "" || random.below(2) === 0) return body
  const at = random.below(body.length)
  return body.slice(0, at) + String.fromCodePoint(random.below(0x7f)) + body.slice(at + random.below(3))
}

/** A request that HTTP allows, whatever it asks for. */
const makeRequest = (random: Random, isLast: boolean): Buffer => {
  const hasBody = random.below(3) > 0
  const method = hasBody ? "POST" : one(random, methods)
  const body = hasBody ? corrupt(random, one(random, bodies)) : ""
  const headers = Array.from(
    { length: random.below(6) },
    () => `${one(random, headerNames)}: ${one(random, headerValues)}`
  )
  const lines = [
    `${method} ${one(random, paths)} HTTP/1.1`,
    `Host: ${random.below(8) === 0 ? "evil.example" : "localhost"}`,
    ...headers.filter((line) => !line.startsWith("expect")),
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...(isLast ? ["Connection: close"] : [])
  ]
  return Buffer.from(`${lines.join("\r\n")}\r\n\r\n${body}`)
}

/** What is no HTTP. */
const makeGarbage = (random: Random): Buffer => {
  const good = makeRequest(random, true)
  const at = random.below(Math.max(1, good.length - 4))
  return Buffer.concat([good.subarray(0, at), Buffer.from([0, 13, 10, 255, 32]), good.subarray(at)])
}

const splitInto = (random: Random, bytes: Buffer, count: number): ReadonlyArray<Buffer> => {
  const cuts = Array.from({ length: count - 1 }, () => random.below(bytes.length)).toSorted((a, b) => a - b)
  return [0, ...cuts].map((from, position) => bytes.subarray(from, cuts[position] ?? bytes.length))
}

const makeAttempt = (random: Random): Attempt => {
  const kind = random.below(20)
  if (kind === 0) return { kind: "garbage", bytes: [makeGarbage(random)], answers: 1 }
  if (kind === 1) return { kind: "slow", bytes: splitInto(random, makeRequest(random, true), 4), answers: 1 }
  if (kind === 2) {
    const bytes = makeRequest(random, true)
    return { kind: "half", bytes: [bytes.subarray(0, random.below(bytes.length))], answers: 0 }
  }
  if (kind <= 4) {
    const count = 2 + random.below(4)
    const all = Array.from({ length: count }, (_, position) => makeRequest(random, position === count - 1))
    return { kind: "pipelined", bytes: [Buffer.concat(all)], answers: count }
  }
  return { kind: "single", bytes: [makeRequest(random, true)], answers: 1 }
}

/** Number of answers: lines that begin one, outside of any body, as our bodies have none. */
const countAnswers = (received: string): number => received.match(/HTTP\/1\.1 [2-5]\d\d /g)?.length ?? 0

const hangMillis = 30_000

interface Outcome {
  readonly received: string
  readonly hung: boolean
}

/** Sends an attempt on a connection of its own and reads until the server closes it; `half` goes away instead. */
const run = ({ bytes, kind }: Attempt, port: number): Effect.Effect<Outcome> =>
  Effect.callback((resume) => {
    const socket = connect({ host: "127.0.0.1", port })
    let received = ""
    let hung = false
    socket.setTimeout(hangMillis, () => {
      hung = true
      socket.destroy()
    })
    socket.on("error", () => undefined)
    socket.on("data", (chunk: Buffer) => (received += chunk.toString("latin1")))
    socket.on("close", () => resume(Effect.succeed({ received, hung })))
    bytes.forEach((part, position) => {
      setTimeout(() => {
        socket.write(part)
        if (kind === "half" && position === bytes.length - 1) setTimeout(() => socket.destroy(), 5)
      }, position * 15)
    })
  })

/** Counts of a run, by kind of attempt. */
export type FuzzReport = ReadonlyMap<string, { sent: number; answered: number; missing: number; hung: number }>

/** Sends bad requests of all kinds, each kind's number by chance, and counts the answers. */
export const fuzz = Effect.fnUntraced(function* (base: string, requests: number, seed: number) {
  const port = Number(new URL(base).port)
  const random = makeRandom(seed)
  const report = new Map<string, { sent: number; answered: number; missing: number; hung: number }>()
  const statuses = new Map<string, number>()
  const examples: Array<string> = []
  let left = requests
  const work = Effect.gen(function* () {
    while (left > 0) {
      const attempt = makeAttempt(random)
      left -= Math.max(1, attempt.answers)
      const { hung, received } = yield* run(attempt, port)
      const answered = countAnswers(received)
      const line = report.get(attempt.kind) ?? { sent: 0, answered: 0, missing: 0, hung: 0 }
      line.sent += Math.max(1, attempt.answers)
      line.answered += answered
      // A server may close after an answer with `Connection: close`; pipelined requests behind it are sent again.
      const isClosed = /^connection: close/im.test(received)
      const missing = answered === attempt.answers || (answered > 0 && isClosed) ? 0 : attempt.answers - answered
      line.missing += attempt.kind === "half" ? 0 : missing
      line.hung += hung ? 1 : 0
      report.set(attempt.kind, line)
      if (missing > 0 && attempt.kind !== "half" && examples.length < 5) {
        examples.push(
          `${attempt.kind}: ${JSON.stringify(
            Buffer.concat([...attempt.bytes])
              .toString("latin1")
              .slice(0, 400)
          )}`
        )
      }
      for (const [, status = ""] of received.matchAll(/HTTP\/1\.1 ([2-5]\d\d) /g)) {
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
      }
    }
  })
  yield* Effect.all(
    Array.from({ length: 24 }, () => work),
    { concurrency: "unbounded", discard: true }
  )
  return { report, statuses, examples }
})
