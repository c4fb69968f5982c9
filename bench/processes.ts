import { Context, Effect } from "effect"
import { spawn } from "node:child_process"
import { env } from "node:process"

/** A command with its arguments. */
export type Command = readonly [command: string, ...args: ReadonlyArray<string>]

/** Nothing of the user's configuration, for us and for what we are measured against. */
export const plainEnvironment: Readonly<Record<string, string | undefined>> = {
  ...env,
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_CONFIG_NOSYSTEM: "1",
  LC_ALL: "C",
  NO_COLOR: "1"
}

/** The environment of every process that is measured. */
export const Environment = Context.Reference<Readonly<Record<string, string | undefined>>>(
  "ultragit/bench/processes/Environment",
  { defaultValue: () => plainEnvironment }
)

interface Ended {
  /** Milliseconds from spawn to exit, output read to its end. */
  readonly time: number
  readonly output: ReadonlyArray<Buffer>
}

/** Runs a process to its end. Another exit code than 0 is a defect. */
const ended = Effect.fnUntraced(function* (
  [command, ...args]: Command,
  directory: string,
  stdin: Uint8Array | string,
  keep: boolean
) {
  const environment = yield* Environment
  return yield* Effect.callback<Ended>((resume) => {
    const started = performance.now()
    const child = spawn(command, args, { cwd: directory, env: environment })
    const said: Array<Buffer> = []
    const output: Array<Buffer> = []
    child.stdout.on("data", (chunk: Buffer) => void (keep && output.push(chunk)))
    child.stderr.on("data", (chunk: Buffer) => said.push(chunk))
    child.on("error", (error) => resume(Effect.die(error)))
    child.on("close", (code) => {
      const time = performance.now() - started
      const failed = new Error(`${command} ${args.join(" ")} (${String(code)}): ${Buffer.concat(said).toString()}`)
      resume(code === 0 ? Effect.succeed({ time, output }) : Effect.die(failed))
    })
    child.stdin.on("error", () => {})
    child.stdin.end(stdin)
    return Effect.sync(() => child.kill("SIGKILL"))
  })
})

/** Milliseconds from spawn to exit, output read to its end. Another exit code than 0 is a defect. */
export const timeOf = (command: Command, directory: string, stdin: Uint8Array | string = ""): Effect.Effect<number> =>
  Effect.map(ended(command, directory, stdin, false), ({ time }) => time)

/** What a process writes to standard output. Another exit code than 0 is a defect. */
export const outputOf = (command: Command, directory: string): Effect.Effect<Buffer> =>
  Effect.map(ended(command, directory, "", true), ({ output }) => Buffer.concat(output))
