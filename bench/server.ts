import { Effect, Exit, Predicate, type Scope } from "effect"
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process"
import { type Command, Environment } from "./processes.ts"

/** An answer, and what it took. */
export interface Reply {
  /** Milliseconds from asking to the answer. */
  readonly time: number
  /** Bytes of the line with the answer. */
  readonly bytes: number
  readonly result: unknown
}

/** A server spoken to over its standard streams. */
export interface Server {
  readonly pid: number
  /** Milliseconds from spawn to the answer to `initialize`. */
  readonly started: number
  /** Milliseconds from asking to the answer; an error of the tool or the protocol is a defect. */
  readonly call: (tool: string, args: Readonly<Record<string, unknown>>) => Effect.Effect<number>
  /** The answer to any request; an error of the tool or the protocol is a defect. */
  readonly request: (method: string, params: object) => Effect.Effect<Reply>
  /** Milliseconds from `ping` to its answer. */
  readonly ping: Effect.Effect<number>
}

const member = (value: unknown, key: string): unknown => (Predicate.hasProperty(value, key) ? value[key] : undefined)

const initialize = {
  protocolVersion: "2025-06-18",
  capabilities: {},
  clientInfo: { name: "bench", version: "1" }
}

/** The requests of one server that wait for their answers. */
const makeExchange = (child: ChildProcessWithoutNullStreams) => {
  const waiting = new Map<unknown, (answer: unknown, bytes: number) => void>()
  let rest = ""
  let last = -1
  let said = ""
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => void (said = `${said}${chunk}`.slice(-300)))
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    const lines = `${rest}${chunk}`.split("\n")
    rest = lines.pop() ?? ""
    for (const line of lines) {
      // A rival may write something else than answers.
      const message: unknown = line.startsWith("{") ? JSON.parse(line) : undefined
      waiting.get(member(message, "id"))?.(message, Buffer.byteLength(line))
    }
  })
  return (method: string, params: object): Effect.Effect<Reply> =>
    Effect.callback((resume) => {
      last += 1
      const id = last
      const started = performance.now()
      waiting.set(id, (answer, bytes) => {
        const time = performance.now() - started
        const result = member(answer, "result")
        waiting.delete(id)
        const bad = member(answer, "error") !== undefined || member(result, "isError") === true
        const failed = new Error(`${method}: ${JSON.stringify(answer)}`)
        resume(bad ? Effect.die(failed) : Effect.succeed({ time, bytes, result }))
      })
      child.once("close", () => resume(Effect.die(new Error(`the server ended before it answered ${method}: ${said}`))))
      child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`)
    })
}

const timeOfReply = ({ time }: Reply): number => time

const stop = (child: ChildProcessWithoutNullStreams): Effect.Effect<void> =>
  Effect.callback((resume) => {
    if (child.exitCode !== null || child.signalCode !== null) return resume(Effect.void)
    child.on("close", () => resume(Effect.void))
    child.stdin.end()
  })

/** Starts a server and shakes hands; it ends with the scope, by end of input. */
export const startServer = Effect.fnUntraced(function* (
  [command, ...args]: Command,
  directory: string
): Effect.fn.Return<Server, never, Scope.Scope> {
  const environment = yield* Environment
  const spawned = performance.now()
  const child = yield* Effect.acquireRelease(
    Effect.sync(() => spawn(command, args, { cwd: directory, env: environment }).setMaxListeners(0)),
    (running, exit) => (Exit.hasInterrupts(exit) ? Effect.sync(() => running.kill("SIGKILL")) : stop(running))
  )
  child.stdin.on("error", () => {})
  const exchange = makeExchange(child)
  yield* exchange("initialize", initialize)
  const started = performance.now() - spawned
  child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" })}\n`)
  return {
    pid: child.pid ?? Number.NaN,
    started,
    call: (name, given) => Effect.map(exchange("tools/call", { name, arguments: given }), timeOfReply),
    request: exchange,
    ping: Effect.map(exchange("ping", {}), timeOfReply)
  }
})
