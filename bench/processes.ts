import { Effect, Predicate, type Scope } from "effect"
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process"
import { readFileSync } from "node:fs"
import { env } from "node:process"

/** A command with its arguments. */
export type Command = readonly [command: string, ...args: ReadonlyArray<string>]

const environment = { ...env, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1", LC_ALL: "C", NO_COLOR: "1" }

/** Milliseconds from spawn to exit, output read to its end. Another exit code than 0 is a defect. */
export const timeOf = ([command, ...args]: Command, directory: string): Effect.Effect<number> =>
  Effect.callback((resume) => {
    const started = performance.now()
    const child = spawn(command, args, { cwd: directory, env: environment, stdio: ["ignore", "pipe", "pipe"] })
    const said: Array<Buffer> = []
    child.stdout.resume()
    child.stderr.on("data", (chunk: Buffer) => said.push(chunk))
    child.on("error", (error) => resume(Effect.die(error)))
    child.on("close", (code) => {
      const time = performance.now() - started
      const failed = new Error(`${command} ${args.join(" ")} (${String(code)}): ${Buffer.concat(said).toString()}`)
      resume(code === 0 ? Effect.succeed(time) : Effect.die(failed))
    })
    return Effect.sync(() => child.kill("SIGKILL"))
  })

/** A server spoken to over its standard streams. */
export interface Server {
  /** Milliseconds from spawn to the answer to `initialize`. */
  readonly started: number
  /** Milliseconds from asking to the answer; an error of the tool or the protocol is a defect. */
  readonly call: (tool: string, args: Readonly<Record<string, unknown>>) => Effect.Effect<number>
  /** Resident memory now, in MB; undefined where the system does not say. */
  readonly residentMegabytes: () => number | undefined
}

const member = (value: unknown, key: string): unknown => (Predicate.hasProperty(value, key) ? value[key] : undefined)

/** Sends a request and waits for the answer of that id. */
const exchange = (child: ChildProcessWithoutNullStreams, id: number, method: string, params: object) =>
  Effect.callback<number>((resume) => {
    const started = performance.now()
    let rest = ""
    const read = (chunk: Buffer) => {
      const lines = `${rest}${chunk.toString()}`.split("\n")
      rest = lines.pop() ?? ""
      const answer = lines.map((line): unknown => JSON.parse(line)).find((message) => member(message, "id") === id)
      if (answer === undefined) return
      const time = performance.now() - started
      child.stdout.off("data", read)
      const bad = member(answer, "error") !== undefined || member(member(answer, "result"), "isError") === true
      resume(bad ? Effect.die(new Error(`${method}: ${JSON.stringify(answer)}`)) : Effect.succeed(time))
    }
    child.stdout.on("data", read)
    child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`)
  })

const residentMegabytes = (pid: number | undefined): number | undefined => {
  try {
    const found = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${String(pid)}/status`, "utf8"))
    return found?.[1] === undefined ? undefined : Number(found[1]) / 1024
  } catch {
    return undefined
  }
}

const initialize = {
  protocolVersion: "2025-06-18",
  capabilities: {},
  clientInfo: { name: "bench", version: "1" }
}

const stop = (child: ChildProcessWithoutNullStreams): Effect.Effect<void> =>
  Effect.callback((resume) => {
    child.on("close", () => resume(Effect.void))
    child.stdin.end()
  })

/** Starts a server and shakes hands; it ends with the scope, by end of input. */
export const startServer = Effect.fnUntraced(function* (
  [command, ...args]: Command,
  directory: string
): Effect.fn.Return<Server, never, Scope.Scope> {
  const spawned = performance.now()
  const child = yield* Effect.acquireRelease(
    Effect.sync(() => spawn(command, args, { cwd: directory, env: environment })),
    stop
  )
  child.stderr.resume()
  yield* exchange(child, 0, "initialize", initialize)
  const started = performance.now() - spawned
  child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" })}\n`)
  let id = 0
  return {
    started,
    call: (name, given) => Effect.suspend(() => exchange(child, (id += 1), "tools/call", { name, arguments: given })),
    residentMegabytes: () => residentMegabytes(child.pid)
  }
})
