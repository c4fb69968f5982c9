import { Effect } from "effect"
import { type ChildProcess, fork } from "node:child_process"
import type { Order, Outcome } from "./commandRunner.ts"

/** What to run. The environment is all that the command gets. */
export interface Command {
  readonly command: string
  readonly args: ReadonlyArray<string>
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly stdin?: string | Uint8Array | undefined
}

/** How it ended; −1 where a signal ended it. */
export interface CommandResult {
  readonly exitCode: number
  readonly stdout: Buffer
  readonly stderr: Buffer
}

const waiting = new Map<number, (outcome: Outcome) => void>()
let runner: ChildProcess | undefined
let orders = 0

/** The process that runs commands for this worker; started at the first one, ended with the worker. */
const theRunner = (): ChildProcess => {
  if (runner !== undefined) return runner
  const child = fork(new URL("./commandRunner.ts", import.meta.url), { serialization: "advanced", execArgv: [] })
  child.on("message", (outcome: Outcome) => {
    waiting.get(outcome.id)?.(outcome)
    waiting.delete(outcome.id)
    if (waiting.size === 0) child.channel?.unref()
  })
  child.unref()
  child.channel?.unref()
  runner = child
  return child
}

/** Runs a command and returns its outcome; one that cannot be started is a defect. Killed when interrupted. */
export const runCommand = ({ args, command, cwd, env, stdin = "" }: Command): Effect.Effect<CommandResult> =>
  Effect.callback((resume) => {
    const child = theRunner()
    const id = orders++
    waiting.set(id, ({ exitCode, failure, stderr, stdout }) =>
      resume(
        failure === undefined
          ? Effect.succeed({ exitCode, stdout: Buffer.from(stdout), stderr: Buffer.from(stderr) })
          : Effect.die(new Error(failure))
      )
    )
    child.channel?.ref()
    child.send({ id, command, cwd, args, env, stdin } satisfies Order)
    return Effect.sync(() => child.send({ id, kill: true } satisfies Order))
  })
