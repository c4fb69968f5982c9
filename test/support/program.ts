import { Effect } from "effect"
import { spawn } from "node:child_process"
import process from "node:process"
import { fileURLToPath } from "node:url"
import type { ServerCommand } from "./McpProcess.ts"
import { isolation } from "./runGit.ts"

/** As built before the tests. */
const main = fileURLToPath(new URL("../../dist/main.js", import.meta.url))

/** The program itself as a server of a repository. */
export const serverOf = (directory: string, ...args: ReadonlyArray<string>): ServerCommand => ({
  command: process.execPath,
  args: [main, "mcp", "start", "--repo", directory, ...args],
  env: isolation
})

/** How a run of the program ended. */
export interface Run {
  readonly exitCode: number
  readonly stdout: string
  readonly stderr: string
}

const text = (chunks: ReadonlyArray<Buffer>): string => Buffer.concat(chunks).toString()

interface RunOptions {
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string>>
  readonly stdin?: string
}

/** Runs a program of which this is the launcher, outside every repository unless told where. */
export const runAt = (launcher: string, args: ReadonlyArray<string>, options: RunOptions = {}): Effect.Effect<Run> =>
  Effect.callback((resume) => {
    const child = spawn(process.execPath, [launcher, ...args], {
      cwd: options.cwd ?? "/",
      env: { ...process.env, ...isolation, ...options.env }
    })
    const stdout: Array<Buffer> = []
    const stderr: Array<Buffer> = []
    child.stdout.on("data", (chunk: Buffer) => stdout.push(chunk))
    child.stderr.on("data", (chunk: Buffer) => stderr.push(chunk))
    child.on("error", (error) => resume(Effect.die(error)))
    child.on("close", (code) => {
      resume(Effect.succeed({ exitCode: code ?? -1, stdout: text(stdout), stderr: text(stderr) }))
    })
    child.stdin.end(options.stdin ?? "")
    return Effect.sync(() => child.kill("SIGKILL"))
  })

/** Runs the program with these arguments, outside every repository unless told where. */
export const run = (args: ReadonlyArray<string>, options: RunOptions = {}): Effect.Effect<Run> =>
  runAt(main, args, options)
