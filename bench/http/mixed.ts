import { Agent, type ClientRequest, type IncomingMessage, request } from "node:http"
import { Effect } from "effect"
import { quantile } from "../measure.ts"
import { makeRandom, type Random } from "../verify/random.ts"
import { cancellation, initialize, type Message, modernCall, sessionCall } from "./messages.ts"

interface Answer {
  readonly status: number
  readonly session: string | undefined
  readonly text: string
}

/** Counts and times of a run. */
interface Tally {
  readonly kinds: Map<string, number>
  readonly millis: Array<number>
  wrong: Array<string>
}

interface Sending {
  readonly method?: string
  /** Milliseconds after which the client goes away. */
  readonly leaveAfter?: number
  /** Whether to send only half of the body and go away. */
  readonly isHalf?: boolean
}

const readAll = (response: IncomingMessage, done: (answer: Answer) => void): void => {
  let text = ""
  response.on("data", (chunk: Buffer) => (text += chunk.toString()))
  response.on("end", () =>
    done({ status: response.statusCode ?? 0, session: String(response.headers["mcp-session-id"]), text })
  )
}

/** Sends a message; undefined if this client went away before the answer. */
const send = (
  agent: Agent,
  url: string,
  { body, headers }: Message,
  { isHalf = false, leaveAfter, method = "POST" }: Sending = {}
): Effect.Effect<Answer | undefined> =>
  Effect.callback((resume) => {
    const leave = (sent: ClientRequest) => {
      sent.destroy()
      resume(Effect.succeed(undefined))
    }
    const all = { ...headers, ...(method === "POST" ? { "content-length": Buffer.byteLength(body) } : {}) }
    const sent = request(url, { agent, method, headers: all }, (response) => {
      response.on("error", () => undefined)
      readAll(response, (answer) => resume(Effect.succeed(answer)))
    })
    sent.on("error", () => resume(Effect.succeed(undefined)))
    if (leaveAfter !== undefined) setTimeout(() => leave(sent), leaveAfter)
    if (!isHalf) return void sent.end(method === "POST" ? body : undefined)
    sent.write(body.slice(0, body.length / 2))
    setTimeout(() => leave(sent), 10)
  })

/** One client: all that it does is for one repository, whose answers it must get. */
class MixedClient {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 4 })
  readonly #url: string
  readonly #own: string
  readonly #others: ReadonlyArray<string>
  readonly #random: Random
  readonly #tally: Tally
  #session = ""
  #calls = 0

  constructor(base: string, own: string, names: ReadonlyArray<string>, random: Random, tally: Tally) {
    this.#url = `${base}/r/${own}/mcp`
    this.#own = own
    this.#others = names.filter((name) => name !== own)
    this.#random = random
    this.#tally = tally
  }

  close(): void {
    this.#agent.destroy()
  }

  /** Does one thing of all that clients do. */
  act(): Effect.Effect<void> {
    const kind = this.#random.below(20)
    if (kind < 8) return this.#ask("modern", (path) => modernCall("ultragit_read", { path }))
    if (kind < 13) return this.#inSession("session", () => this.#askInSession())
    if (kind < 14) return this.#count("vanish", this.#send(this.#call(), { leaveAfter: this.#random.below(30) }))
    if (kind < 15) return this.#count("half", this.#send(this.#call(), { isHalf: true }))
    if (kind < 16) return this.#inSession("cancel", () => this.#cancel())
    if (kind < 17) return this.#inSession("stream", () => this.#openStream())
    if (kind < 18) return this.#inSession("end", () => this.#endSession())
    if (kind < 19)
      return this.#count(
        "reconnect",
        Effect.sync(() => void (this.#session = ""))
      )
    return this.#count("unknown session", this.#send(sessionCall("none", 1, "ultragit_read", {})))
  }

  #count(kind: string, work: Effect.Effect<unknown>): Effect.Effect<void> {
    return Effect.map(work, () => void this.#tally.kinds.set(kind, (this.#tally.kinds.get(kind) ?? 0) + 1))
  }

  #send(message: Message, sending: Sending = {}) {
    return send(this.#agent, this.#url, message, sending)
  }

  #call(): Message {
    return modernCall("ultragit_read", { path: `only-${this.#own}.ts` })
  }

  /** Asks for the own file, which must be there, or for one of another repository, which must not. */
  #ask(kind: string, makeMessage: (path: string) => Message): Effect.Effect<void> {
    const isOwn = this.#random.below(4) > 0
    const name = isOwn ? this.#own : (this.#random.pick(this.#others) ?? "")
    const started = performance.now()
    const checked = Effect.map(this.#send(makeMessage(`only-${name}.ts`)), (answer) => {
      this.#tally.millis.push(performance.now() - started)
      const isFound = answer !== undefined && !answer.text.includes("File not found")
      const isRight = answer?.status === 200 && isFound === isOwn
      if (!isRight && answer?.status !== 404) this.#tally.wrong.push(`${kind}: ${JSON.stringify(answer)}`)
      if (answer?.status === 404) this.#session = ""
    })
    return this.#count(kind, checked)
  }

  #askInSession(): Effect.Effect<void> {
    this.#calls += 1
    return this.#ask("session", (path) => sessionCall(this.#session, this.#calls, "ultragit_read", { path }))
  }

  #inSession(kind: string, work: () => Effect.Effect<void>): Effect.Effect<void> {
    if (this.#session !== "") return work()
    return Effect.flatMap(this.#send(initialize), (answer) => {
      this.#session = answer?.session ?? ""
      return this.#count(`initialize for ${kind}`, Effect.suspend(work))
    })
  }

  #cancel(): Effect.Effect<void> {
    this.#calls += 1
    const id = this.#calls
    const call = sessionCall(this.#session, id, "ultragit_read", { path: `only-${this.#own}.ts` })
    // A cancelled call has no answer: the client closes its stream.
    const both = Effect.all([this.#send(call, { leaveAfter: 200 }), this.#send(cancellation(this.#session, id))], {
      concurrency: 2
    })
    return this.#count("cancel", both)
  }

  /** Opens the session's stream, and loses it. */
  #openStream(): Effect.Effect<void> {
    const headers = { accept: "text/event-stream", "mcp-session-id": this.#session, "last-event-id": "1" }
    return this.#count("stream", this.#send({ headers, body: "" }, { method: "GET", leaveAfter: 50 }))
  }

  #endSession(): Effect.Effect<void> {
    const headers = { "mcp-session-id": this.#session }
    this.#session = ""
    return this.#count("end", this.#send({ headers, body: "" }, { method: "DELETE" }))
  }
}

/** Runs clients that call, vanish, cancel, send halves and reconnect. Returns what happened, in words. */
export const measureMixed = Effect.fnUntraced(function* (
  base: string,
  names: ReadonlyArray<string>,
  { clients, seconds }: { readonly clients: number; readonly seconds: number }
) {
  const tally: Tally = { kinds: new Map(), millis: [], wrong: [] }
  const end = performance.now() + seconds * 1000
  const run = Effect.fnUntraced(function* (number: number) {
    const own = names[number % names.length] ?? ""
    const client = new MixedClient(base, own, names, makeRandom(number + 1), tally)
    while (performance.now() < end) yield* client.act()
    client.close()
  })
  yield* Effect.forEach(Array.from({ length: clients }).keys(), run, { concurrency: "unbounded", discard: true })
  const times = `p50 ${quantile(tally.millis, 0.5).toFixed(1)} ms, p95 ${quantile(tally.millis, 0.95).toFixed(1)} ms`
  const kinds = [...tally.kinds].map(([kind, count]) => `${kind} ${count}`).join(", ")
  return [
    `${seconds} s, ${clients} clients: ${kinds}`,
    times,
    `wrong ${tally.wrong.length}`,
    ...tally.wrong.slice(0, 3)
  ].join("\n")
})
