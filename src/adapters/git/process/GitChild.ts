import { Context, Effect } from "effect"
import { type ChildProcess, spawn } from "node:child_process"
import { buildInvocation } from "../ByteArguments.ts"
import { callAfterRunning } from "../../runtime/runningTime.ts"
import { ownGroup, signalGroup } from "./ProcessGroup.ts"

/** Handles the output and the end of a process. */
interface OutputHandler {
  output(chunk: Buffer): void
  error(chunk: Buffer): void
  /** The process could not be started. */
  failed(error: NodeJS.ErrnoException): void
  closed(code: number | null, signal: string | null): void
}

/** A git process, possibly started before anything needed it. */
export interface GitChild {
  readonly process: ChildProcess
  /** Passes the output buffered so far, and all later output, to a handler. Call once. */
  listen(handler: OutputHandler): void
}

type Environment = Readonly<Record<string, string>>

/** Options of a process. */
interface StartOptions {
  readonly stdin: "ignore" | "pipe"
  /** Keeps the process in our process group, so that it can use the terminal. */
  readonly isAttached?: boolean
}

/** Starts git. Throws where Node does so synchronously, for example for arguments that are too long. */
export const startGit = (args: ReadonlyArray<string>, env: Environment, options: StartOptions): GitChild => {
  const group = options.isAttached === true ? {} : ownGroup
  const { args: childArgs, command } = buildInvocation(args)
  const process = spawn(command, childArgs, {
    env,
    stdio: [options.stdin, "pipe", "pipe"],
    windowsHide: true,
    ...group
  })
  const buffered: Array<(to: OutputHandler) => void> = []
  let handler: OutputHandler | undefined
  const dispatch = (event: (to: OutputHandler) => void) => {
    if (handler === undefined) buffered.push(event)
    else event(handler)
  }
  // Listen at once: Node discards the unread output of a process that has ended.
  process.stdout?.on("data", (chunk: Buffer) => dispatch((to) => to.output(chunk)))
  process.stderr?.on("data", (chunk: Buffer) => dispatch((to) => to.error(chunk)))
  process.on("error", (error) => dispatch((to) => to.failed(error)))
  process.on("close", (code, signal) => dispatch((to) => to.closed(code, signal)))
  return {
    process,
    listen: (to) => {
      handler = to
      for (const event of buffered.splice(0)) event(to)
    }
  }
}

/** Running time that a process has to exit after SIGTERM. */
const exitGraceMillis = 1000

/** Ends a process and all it started, and waits for its exit. */
export const stopGit = (process: ChildProcess): Effect.Effect<void> =>
  Effect.callback<void>((done) => {
    if (process.pid === undefined || process.exitCode !== null || process.signalCode !== null) return done(Effect.void)
    const cancel = callAfterRunning(exitGraceMillis, () => signalGroup(process, "SIGKILL"))
    process.on("exit", () => {
      cancel()
      signalGroup(process, "SIGKILL")
      done(Effect.void)
    })
    signalGroup(process, "SIGTERM")
  })

/** Git processes started while the rest of the program was still loading. */
export interface EarlyGit {
  /** The program was started for one question and ends with its answer. */
  readonly isOneShot: boolean
  /** Takes the process with exactly these arguments and environment, once. */
  take(args: ReadonlyArray<string>, env: Environment): GitChild | undefined
}

/** No early processes. */
export const noEarlyGit: EarlyGit = { isOneShot: false, take: () => undefined }

/** Early processes. Read when a layer of git is built. */
export const EarlyGit = Context.Reference<EarlyGit>("ultragit/adapters/git/process/GitChild/EarlyGit", {
  defaultValue: () => noEarlyGit
})
