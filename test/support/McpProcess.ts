import { spawn } from "node:child_process"
import process from "node:process"
import { Effect, Predicate, type Scope } from "effect"

/** A command line that starts an MCP server on its standard streams. */
export interface ServerCommand {
  readonly command: string
  readonly args: ReadonlyArray<string>
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string>>
}

/** How a server ended. */
export interface ServerExit {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
}

/** A message as it came over the pipe. */
export type Message = { readonly [key: string]: unknown }

/** A real server process at the other end of real pipes, spoken to line by line. */
export interface McpProcess {
  readonly pid: number
  /** Writes bytes as they are. */
  readonly write: (bytes: string | Uint8Array) => Effect.Effect<void>
  /** Writes messages, one line each, in one piece. */
  readonly send: (...messages: ReadonlyArray<unknown>) => Effect.Effect<void>
  /** Bytes written to it that it has not taken yet. */
  readonly unsent: () => number
  /** The next line, parsed; a line that is no JSON is a defect. */
  readonly next: Effect.Effect<unknown>
  /** The answer with this id, now or later. */
  readonly answer: (id: string | number | null) => Effect.Effect<Message>
  readonly endInput: Effect.Effect<void>
  readonly kill: (signal: NodeJS.Signals) => Effect.Effect<void>
  /** Stops reading standard output, for a reader that is slow. */
  readonly stopReading: Effect.Effect<void>
  readonly goOnReading: Effect.Effect<void>
  /** Closes our end of the server's output. */
  readonly breakOutput: Effect.Effect<void>
  /** How it ended, all output read. */
  readonly exit: Effect.Effect<ServerExit>
  /** All of standard output so far. */
  readonly output: () => string
  /** All of standard error so far. */
  readonly log: () => string
}

/** Every line of an output as JSON; anything else on it is a defect. */
export const messagesOf = (output: string): ReadonlyArray<unknown> =>
  output
    .split("\n")
    .filter((line) => line !== "")
    .map((line): unknown => JSON.parse(line))

const isMessage = (value: unknown): value is Message => Predicate.isObject(value)

/** Starts a server; it is killed at the end of the scope. */
export const startServer = (server: ServerCommand): Effect.Effect<McpProcess, never, Scope.Scope> =>
  Effect.map(
    Effect.acquireRelease(
      Effect.sync(() =>
        spawn(server.command, server.args, { cwd: server.cwd, env: { ...process.env, ...server.env }, stdio: "pipe" })
      ),
      (child) => Effect.sync(() => child.kill("SIGKILL"))
    ),
    (child) => {
      const out: Array<Buffer> = []
      const err: Array<Buffer> = []
      const lines: Array<unknown> = []
      const parked: Array<Message> = []
      const waiting = new Set<() => void>()
      let rest = ""
      let ended: ServerExit | undefined
      const decoder = new TextDecoder()
      const wake = () => waiting.forEach((resume) => resume())
      child.stdout.on("data", (chunk: Buffer) => {
        out.push(chunk)
        const parts = (rest + decoder.decode(chunk, { stream: true })).split("\n")
        rest = parts.pop() ?? ""
        for (const part of parts) lines.push(JSON.parse(part))
        wake()
      })
      child.stderr.on("data", (chunk: Buffer) => err.push(chunk))
      child.stdin.on("error", () => {})
      child.on("close", (code, signal) => {
        ended = { code, signal }
        wake()
      })

      /** Waits until `take` finds something. */
      const await_ = <A>(what: string, take: () => A | undefined): Effect.Effect<A> =>
        Effect.callback((resume) => {
          const attempt = () => {
            const found = take()
            if (found === undefined && ended === undefined) return
            waiting.delete(attempt)
            resume(
              found === undefined
                ? Effect.die(new Error(`The server ended before ${what}: ${Buffer.concat(err).toString()}`))
                : Effect.succeed(found)
            )
          }
          waiting.add(attempt)
          attempt()
          return Effect.sync(() => waiting.delete(attempt))
        })

      const takeAnswer = (id: string | number | null): Message | undefined => {
        for (const line of lines.splice(0)) if (isMessage(line)) parked.push(line)
        const index = parked.findIndex((message) => "id" in message && message["id"] === id)
        return index === -1 ? undefined : parked.splice(index, 1)[0]
      }

      const write = (bytes: string | Uint8Array) => Effect.sync(() => void child.stdin.write(bytes))
      return {
        pid: child.pid ?? -1,
        write,
        send: (...messages) => write(messages.map((message) => `${JSON.stringify(message)}\n`).join("")),
        unsent: () => child.stdin.writableLength,
        next: await_("its next line", () => lines.shift()),
        answer: (id) => await_(`its answer to ${id}`, () => takeAnswer(id)),
        endInput: Effect.sync(() => void child.stdin.end()),
        kill: (signal) => Effect.sync(() => void child.kill(signal)),
        stopReading: Effect.sync(() => void child.stdout.pause()),
        goOnReading: Effect.sync(() => void child.stdout.resume()),
        breakOutput: Effect.sync(() => void child.stdout.destroy()),
        exit: await_("its end", () => ended),
        output: () => Buffer.concat(out).toString(),
        log: () => Buffer.concat(err).toString()
      }
    }
  )

/** A request of the revisions that begin with `initialize`. */
export const request = (id: string | number, method: string, params?: Message): Message =>
  params === undefined ? { jsonrpc: "2.0", id, method } : { jsonrpc: "2.0", id, method, params }

/** A call of a tool. */
export const toolCall = (id: string | number, name: string, args: unknown = {}, meta?: Message): Message =>
  request(id, "tools/call", { name, arguments: args, ...(meta === undefined ? {} : { _meta: meta }) })

/** Opens a connection of a revision before 2026-07-28 and gives the server's answer. */
export const initialize = Effect.fnUntraced(function* (server: McpProcess, revision: string) {
  yield* server.send(
    request("initialize", "initialize", {
      protocolVersion: revision,
      capabilities: {},
      clientInfo: { name: "test", version: "1" }
    }),
    { jsonrpc: "2.0", method: "notifications/initialized" }
  )
  return yield* server.answer("initialize")
})

/** The `_meta` of a request of 2026-07-28. */
export const modernMeta = (revision = "2026-07-28"): Message => ({
  "io.modelcontextprotocol/protocolVersion": revision,
  "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
  "io.modelcontextprotocol/clientCapabilities": {}
})

/** A request of 2026-07-28. */
export const modernRequest = (id: string | number, method: string, params: Message = {}): Message =>
  request(id, method, { ...params, _meta: modernMeta() })
