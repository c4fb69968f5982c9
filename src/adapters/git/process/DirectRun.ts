import { Effect } from "effect"
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process"
import { GitTimeout } from "../Git.ts"
import { GitError, OutputTooLarge } from "../GitError.ts"
import { commandError, classifyFailure, startError, timeoutError } from "./GitFailure.ts"
import type { GitCall, GitOutcome } from "./GitRunner.ts"
import { ownGroup, signalGroup } from "./ProcessGroup.ts"

/** Runs one call of git whose input and output are small; fails as {@link GitRunner} does. */
export type DirectRun = (call: GitCall) => Effect.Effect<GitOutcome & { readonly stdout: string }, GitError>

const outputLimit = 1024 * 1024
const errorLimit = 8192
/** Milliseconds that a process gets to end by itself, and to end when it is told to. */
const [grace, lastGrace] = [1000, 500]

/**
 * Waits for the end of a process that is told nothing more. Killed, git would leave half a pack or a lock behind; what
 * it has been told takes it milliseconds. Longer, and it is killed with what it started.
 */
const stop = (child: ChildProcessWithoutNullStreams): Effect.Effect<void> =>
  Effect.callback<void>((done) => {
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return done(Effect.void)
    const timers = [
      setTimeout(() => signalGroup(child, "SIGTERM"), grace),
      setTimeout(() => signalGroup(child, "SIGKILL"), grace + lastGrace)
    ]
    child.on("exit", () => {
      timers.forEach(clearTimeout)
      signalGroup(child, "SIGKILL")
      done(Effect.void)
    })
    child.stdin.end()
  })

type Outcome = GitOutcome & { readonly stdout: string }

/** The process of a call and how it ends; killed, and waited for, when nobody waits for it any more. */
const execute = (
  call: GitCall,
  env: Readonly<Record<string, string>>,
  onStart: (child: ChildProcessWithoutNullStreams) => void
): Effect.Effect<Outcome, GitError> =>
  Effect.callback((resume) => {
    const child = spawn("git", call.args, {
      env: { ...env, ...call.env },
      stdio: "pipe",
      windowsHide: true,
      ...ownGroup
    })
    let stdout = ""
    let stderr = ""
    // What git does not read, it says so itself, by its exit code.
    child.stdin.on("error", () => {})
    onStart(child)
    child.stdout.setEncoding("latin1").on("data", (text: string) => {
      if (stdout.length <= outputLimit) stdout += text
    })
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      stderr = (stderr + text).slice(0, errorLimit)
    })
    child.on("error", (error) => resume(Effect.fail(startError(call.name, error))))
    child.on("close", (code, signal) => {
      const { exitCodes = [0] } = call
      if (code === null) return resume(Effect.fail(commandError(call.name, -1, `ended by ${String(signal)}`)))
      if (!exitCodes.includes(code)) return resume(Effect.fail(classifyFailure(call.name, code, stderr)))
      if (stdout.length > outputLimit) {
        const reason = new OutputTooLarge({ command: call.name, limit: outputLimit })
        return resume(Effect.fail(new GitError({ reason })))
      }
      resume(Effect.succeed({ exitCode: code, stderr, stdout }))
    })
    if (child.pid !== undefined) call.onStart?.(child.pid)
    return stop(child)
  })

/**
 * Makes the run; `env` is the whole environment of its processes. Over node:child_process and not effect/process: a write
 * is two processes of 2 and 6 ms, and what lies between them and a stream costs as much again. Input that is there is
 * written before anything else is started.
 */
export const makeDirectRun =
  (env: Readonly<Record<string, string>>): DirectRun =>
  (call) =>
    Effect.gen(function* () {
      const duration = yield* GitTimeout
      const { stdin } = call
      let running: ChildProcessWithoutNullStreams | undefined
      const executed = execute(call, env, (child) => {
        running = child
        if (stdin === undefined) child.stdin.end()
        else if (stdin instanceof Uint8Array) child.stdin.end(stdin)
      })
      const fed =
        stdin === undefined || stdin instanceof Uint8Array
          ? executed
          : Effect.map(
              Effect.all([executed, Effect.map(stdin, (bytes) => void running?.stdin.end(bytes))], { concurrency: 2 }),
              ([outcome]) => outcome
            )
      return yield* Effect.timeoutOrElse(fed, {
        duration,
        orElse: () => Effect.fail(timeoutError(call.name, duration))
      })
    })
