import { spawn } from "node:child_process"
import process from "node:process"
import { Effect, type Scope } from "effect"
import { type Connection, makeMailbox, type Message } from "./Mailbox.ts"

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

/**
 * A real server process at the other end of real pipes, spoken to line by line. Sends several messages in one piece; a line
 * of output that is no JSON is a defect.
 */
export interface McpProcess extends Connection {
  readonly pid: number
  /** Writes bytes as they are. */
  readonly write: (bytes: string | Uint8Array) => Effect.Effect<void>
  /** Bytes written to it that it has not taken yet. */
  readonly unsent: () => number
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
      let rest = ""
      let ended: ServerExit | undefined
      const decoder = new TextDecoder()
      const mailbox = makeMailbox(() => (ended === undefined ? undefined : Buffer.concat(err).toString()))
      child.stdout.on("data", (chunk: Buffer) => {
        out.push(chunk)
        const parts = (rest + decoder.decode(chunk, { stream: true })).split("\n")
        rest = parts.pop() ?? ""
        mailbox.push(...parts.map((part): unknown => JSON.parse(part)))
      })
      child.stderr.on("data", (chunk: Buffer) => err.push(chunk))
      child.stdin.on("error", () => {})
      child.on("close", (code, signal) => {
        ended = { code, signal }
        mailbox.wake()
      })

      const write = (bytes: string | Uint8Array) => Effect.sync(() => void child.stdin.write(bytes))
      return {
        pid: child.pid ?? -1,
        write,
        send: (...messages) => write(messages.map((message) => `${JSON.stringify(message)}\n`).join("")),
        unsent: () => child.stdin.writableLength,
        next: mailbox.next,
        answer: mailbox.answer,
        endInput: Effect.sync(() => void child.stdin.end()),
        kill: (signal) => Effect.sync(() => void child.kill(signal)),
        stopReading: Effect.sync(() => void child.stdout.pause()),
        goOnReading: Effect.sync(() => void child.stdout.resume()),
        breakOutput: Effect.sync(() => void child.stdout.destroy()),
        exit: mailbox.awaited("its end", () => ended),
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
export const initialize = Effect.fnUntraced(function* (server: Connection, revision: string) {
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
