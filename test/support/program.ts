import { Effect } from "effect"
import process from "node:process"
import { fileURLToPath } from "node:url"
import type { ServerCommand } from "./McpProcess.ts"
import { runCommand } from "./runCommand.ts"
import { isolation } from "./runGit.ts"

/** As built before the tests. */
export const main = fileURLToPath(new URL("../../dist/main.js", import.meta.url))

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

interface RunOptions {
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string>>
  readonly stdin?: string
}

/** Runs a program of which this is the launcher, outside every repository unless given a directory. */
export const runAt = (launcher: string, args: ReadonlyArray<string>, options: RunOptions = {}): Effect.Effect<Run> =>
  Effect.map(
    runCommand({
      command: process.execPath,
      args: [launcher, ...args],
      cwd: options.cwd ?? "/",
      // The tests' own variable is none that the program knows.
      env: { ...process.env, ULTRAGIT_TESTS: undefined, ...isolation, ...options.env },
      stdin: options.stdin
    }),
    ({ exitCode, stderr, stdout }) => ({ exitCode, stdout: stdout.toString(), stderr: stderr.toString() })
  )

/** Runs the program with these arguments, outside every repository unless given a directory. */
export const run = (args: ReadonlyArray<string>, options: RunOptions = {}): Effect.Effect<Run> =>
  runAt(main, args, options)
