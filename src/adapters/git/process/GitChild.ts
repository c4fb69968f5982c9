import { Context, Effect } from "effect"
import { type ChildProcess, spawn } from "node:child_process"
import { buildInvocation } from "../ByteArguments.ts"
import { ownGroup, signalGroup } from "./ProcessGroup.ts"

/** Who takes what a process writes, and how it ends. */
export interface OutputHandler {
  output(chunk: Buffer): void
  error(chunk: Buffer): void
  /** It could not be started. */
  failed(error: NodeJS.ErrnoException): void
  closed(code: number | null, signal: string | null): void
}

/** A git process, maybe started before anybody asked. */
export interface GitChild {
  readonly process: ChildProcess
  /** Hands over what has come and what will; to one taker. */
  listen(taker: OutputHandler): void
}

type Environment = Readonly<Record<string, string>>

/** How a process is started. */
interface StartOptions {
  readonly stdin: "ignore" | "pipe"
  /** It stays in our process group, and so with the terminal. */
  readonly isAttached?: boolean
}

/** Starts git; throws where Node does at once, as for arguments that are too long. */
export const startGit = (args: ReadonlyArray<string>, env: Environment, options: StartOptions): GitChild => {
  const group = options.isAttached === true ? {} : ownGroup
  const { args: given, command } = buildInvocation(args)
  const process = spawn(command, given, { env, stdio: [options.stdin, "pipe", "pipe"], windowsHide: true, ...group })
  const waiting: Array<(to: OutputHandler) => void> = []
  let taker: OutputHandler | undefined
  const tell = (event: (to: OutputHandler) => void) => {
    if (taker === undefined) waiting.push(event)
    else event(taker)
  }
  // Listened to from the start: Node throws away what a process that has ended left unread.
  process.stdout?.on("data", (chunk: Buffer) => tell((to) => to.output(chunk)))
  process.stderr?.on("data", (chunk: Buffer) => tell((to) => to.error(chunk)))
  process.on("error", (error) => tell((to) => to.failed(error)))
  process.on("close", (code, signal) => tell((to) => to.closed(code, signal)))
  return {
    process,
    listen: (to) => {
      taker = to
      for (const event of waiting.splice(0)) event(to)
    }
  }
}

/** Milliseconds that a process gets to end by itself. */
const grace = 1000

/** Ends a process with all that it started, and waits for its own end. */
export const stopGit = (process: ChildProcess): Effect.Effect<void> =>
  Effect.callback<void>((done) => {
    if (process.pid === undefined || process.exitCode !== null || process.signalCode !== null) return done(Effect.void)
    const timer = setTimeout(() => signalGroup(process, "SIGKILL"), grace)
    process.on("exit", () => {
      clearTimeout(timer)
      signalGroup(process, "SIGKILL")
      done(Effect.void)
    })
    signalGroup(process, "SIGTERM")
  })

/** Processes that were started while the rest of the program was still loading. */
export interface EarlyGit {
  /** Whether this program was started for one question, and ends with its answer. */
  readonly isOneShot: boolean
  /** The process of these very arguments and environment, once. */
  take(args: ReadonlyArray<string>, env: Environment): GitChild | undefined
}

/** Nothing was. */
export const noEarlyGit: EarlyGit = { isOneShot: false, take: () => undefined }

/** What was started early. Read when a layer of git is built. */
export const EarlyGit = Context.Reference<EarlyGit>("ultragit/adapters/git/process/GitChild/EarlyGit", {
  defaultValue: () => noEarlyGit
})
