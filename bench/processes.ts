import { Context, Effect } from "effect"
import { spawn } from "node:child_process"
import { env } from "node:process"

/** A command with its arguments. */
export type Command = readonly [command: string, ...args: ReadonlyArray<string>]

/** An environment without the user's git configuration, for all contenders. */
export const plainEnvironment: Readonly<Record<string, string | undefined>> = {
  ...env,
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_CONFIG_NOSYSTEM: "1",
  LC_ALL: "C",
  NO_COLOR: "1"
}

/** The environment of all measured processes. */
export const Environment = Context.Reference<Readonly<Record<string, string | undefined>>>(
  "ultragit/bench/processes/Environment",
  { defaultValue: () => plainEnvironment }
)

interface FinishedProcess {
  /** Milliseconds from spawn until exit and end of output. */
  readonly time: number
  readonly output: ReadonlyArray<Buffer>
}

/** Runs a process. A nonzero exit code is a defect. */
const runProcess = Effect.fnUntraced(function* (
  [command, ...args]: Command,
  directory: string,
  stdin: Uint8Array | string,
  keep: boolean
) {
  const environment = yield* Environment
  return yield* Effect.callback<FinishedProcess>((resume) => {
    const started = performance.now()
    const child = spawn(command, args, { cwd: directory, env: environment })
    const errors: Array<Buffer> = []
    const output: Array<Buffer> = []
    child.stdout.on("data", (chunk: Buffer) => void (keep && output.push(chunk)))
    child.stderr.on("data", (chunk: Buffer) => errors.push(chunk))
    child.on("error", (error) => resume(Effect.die(error)))
    child.on("close", (code) => {
      const time = performance.now() - started
      const failed = new Error(`${command} ${args.join(" ")} (${String(code)}): ${Buffer.concat(errors).toString()}`)
      resume(code === 0 ? Effect.succeed({ time, output }) : Effect.die(failed))
    })
    child.stdin.on("error", () => {})
    child.stdin.end(stdin)
    return Effect.sync(() => child.kill("SIGKILL"))
  })
})

/** Runs a process and returns the milliseconds from spawn until exit and end of output. A nonzero exit code is a defect. */
export const timeOf = (command: Command, directory: string, stdin: Uint8Array | string = ""): Effect.Effect<number> =>
  Effect.map(runProcess(command, directory, stdin, false), ({ time }) => time)

/** Runs a process and returns its standard output. A nonzero exit code is a defect. */
export const outputOf = (command: Command, directory: string): Effect.Effect<Buffer> =>
  Effect.map(runProcess(command, directory, "", true), ({ output }) => Buffer.concat(output))
