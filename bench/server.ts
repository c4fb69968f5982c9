import { Effect, Exit, Predicate, type Scope } from "effect"
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process"
import { type Command, Environment } from "./processes.ts"

/** The response to a request. */
export interface Reply {
  /** Milliseconds from request to response. */
  readonly time: number
  /** Bytes of the response line. */
  readonly bytes: number
  readonly result: unknown
}

/** A running MCP server on standard streams. */
export interface Server {
  readonly pid: number
  /** Milliseconds from spawn to the response to `initialize`. */
  readonly started: number
  /** Calls a tool and returns its time in milliseconds. An error of the tool or the protocol is a defect. */
  readonly call: (tool: string, args: Readonly<Record<string, unknown>>) => Effect.Effect<number>
  /** Sends a request. An error of the tool or the protocol is a defect. */
  readonly request: (method: string, params: object) => Effect.Effect<Reply>
  /** Sends `ping` and returns its time in milliseconds. */
  readonly ping: Effect.Effect<number>
}

const member = (value: unknown, key: string): unknown => (Predicate.hasProperty(value, key) ? value[key] : undefined)

const initialize = {
  protocolVersion: "2025-06-18",
  capabilities: {},
  clientInfo: { name: "bench", version: "1" }
}

/** Makes the function that sends requests to a server and matches the responses. */
const makeRequester = (child: ChildProcessWithoutNullStreams) => {
  const waiting = new Map<unknown, (answer: unknown, bytes: number) => void>()
  let rest = ""
  let last = -1
  let errors = ""
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => void (errors = `${errors}${chunk}`.slice(-300)))
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    const lines = `${rest}${chunk}`.split("\n")
    rest = lines.pop() ?? ""
    for (const line of lines) {
      // A rival may also write other lines.
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
      child.once("close", () =>
        resume(Effect.die(new Error(`The server exited before it answered ${method}: ${errors}`)))
      )
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

/** Starts a server and initializes it. Closing the scope ends its input and waits for its exit. */
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
  const request = makeRequester(child)
  yield* request("initialize", initialize)
  const started = performance.now() - spawned
  child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" })}\n`)
  return {
    pid: child.pid ?? Number.NaN,
    started,
    call: (name, input) => Effect.map(request("tools/call", { name, arguments: input }), timeOfReply),
    request,
    ping: Effect.map(request("ping", {}), timeOfReply)
  }
})
