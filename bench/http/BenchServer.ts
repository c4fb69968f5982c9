import { execFileSync, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import process from "node:process"
import { Effect } from "effect"
import { memoryOf } from "../memory.ts"
import { plainEnvironment } from "../processes.ts"
import { readText } from "./readText.ts"

/** The built program. */
export const program = join(import.meta.dirname, "..", "..", "dist", "main.js")

const identity = ["-c", "user.name=bench", "-c", "user.email=bench@example.com"]

const makeRepository = (folder: string, name: string): void => {
  const git = (...args: ReadonlyArray<string>) =>
    execFileSync("git", args, { cwd: folder, env: plainEnvironment, stdio: "ignore" })
  mkdirSync(folder)
  git("init", "--quiet")
  for (let version = 1; version <= 20; version++) {
    writeFileSync(join(folder, `only-${name}.ts`), `export const version = () => ${version}\n`)
    git("add", ".")
    git(...identity, "commit", "--quiet", "-m", `Count to ${version} because ${name} needs it`)
  }
}

/** Makes small repositories, each with a file that no other has, `only-NAME.ts`. Removed with the scope. */
export const makeRepositories = (names: ReadonlyArray<string>) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const root = mkdtempSync(join(tmpdir(), "ultragit-bench-http-"))
      for (const name of names) makeRepository(join(root, name), name)
      return root
    }),
    (root) => Effect.sync(() => rmSync(root, { recursive: true }))
  )

/** What a server holds. */
export interface Held {
  readonly residentMegabytes: number
  /** Maximum since the start. */
  readonly peakMegabytes: number
  readonly handles: number
  readonly children: number
  readonly sessions: number
  readonly callsInFlight: number
}

const metric = (text: string, name: string): number => Number(new RegExp(`^${name} (.+)$`, "m").exec(text)?.[1] ?? 0)

const countChildren = (pid: number): number =>
  execFileSync("ps", ["-A", "-o", "ppid="], { encoding: "utf8" })
    .split("\n")
    .filter((line) => Number(line) === pid).length

/** Starts the built program for the repositories below a folder; ends with the scope. */
export const startServer = Effect.fnUntraced(function* (root: string) {
  const child = yield* Effect.acquireRelease(
    Effect.sync(() =>
      spawn(process.execPath, [program, "serve", "--root", root, "--listen", "127.0.0.1:0"], {
        cwd: "/",
        env: plainEnvironment,
        stdio: ["ignore", "pipe", "inherit"]
      })
    ),
    (running) => Effect.sync(() => running.kill("SIGKILL"))
  )
  const [printed] = yield* Effect.promise(() => once(child.stdout, "data"))
  const base = /http:\/\/[^/]+/.exec(String(printed))?.[0] ?? ""
  const pid = child.pid ?? 0
  /** Counts what the server holds. */
  const observe = Effect.fnUntraced(function* () {
    const text = yield* readText(`${base}/metrics`)
    const memory = memoryOf(pid)
    const held: Held = {
      residentMegabytes: memory?.resident ?? 0,
      peakMegabytes: memory?.peak ?? 0,
      handles: readdirSync(`/proc/${pid}/fd`).length,
      children: countChildren(pid),
      sessions: metric(text, "ultragit_sessions"),
      callsInFlight: metric(text, "ultragit_tool_calls_in_flight")
    }
    return held
  })
  /** Ends the server by SIGTERM. Returns the milliseconds, the exit code and the signal. */
  const stop = Effect.fnUntraced(function* () {
    const started = performance.now()
    const ended = once(child, "exit")
    child.kill("SIGTERM")
    const [code, signal] = yield* Effect.promise(() => ended)
    return { millis: performance.now() - started, code: Number(code), signal: String(signal) }
  })
  return { base, observe, stop, isRunning: () => child.exitCode === null }
})

export const showHeld = ({
  callsInFlight,
  children,
  handles,
  peakMegabytes,
  residentMegabytes,
  sessions
}: Held): string =>
  `${residentMegabytes.toFixed(0)} MB (peak ${peakMegabytes.toFixed(0)}), ${handles} handles, ${children} children, ${sessions} sessions, ${callsInFlight} calls`
