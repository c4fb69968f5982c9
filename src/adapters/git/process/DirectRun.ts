import { Effect } from "effect"
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process"
import { callAfterRunning } from "../../runtime/runningTime.ts"
import { GitTimeout } from "../Git.ts"
import { GitError, OutputTooLarge } from "../GitError.ts"
import { classifyFailure, signalError, startError, timeoutError } from "./GitFailure.ts"
import type { GitCall, GitOutcome } from "./GitRunner.ts"
import { ownGroup, signalGroup } from "./ProcessGroup.ts"

/** Runs one git call with small input and output. Fails as {@link GitRunner} does. */
export type DirectRun = (call: GitCall) => Effect.Effect<GitOutcome & { readonly stdout: string }, GitError>

const maxOutputBytes = 1024 * 1024
const maxErrorChars = 8192
/** Running time before SIGTERM, then before SIGKILL. */
const [exitGraceMillis, killGraceMillis] = [1000, 500]

/**
 * Closes the input of a process and waits for its end. A process killed at once would leave half a pack or a lock
 * behind; finishing its input takes it milliseconds. After the grace period, kills its process group.
 */
const stop = (child: ChildProcessWithoutNullStreams): Effect.Effect<void> =>
  Effect.callback<void>((done) => {
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return done(Effect.void)
    const cancels = [
      callAfterRunning(exitGraceMillis, () => signalGroup(child, "SIGTERM")),
      callAfterRunning(exitGraceMillis + killGraceMillis, () => signalGroup(child, "SIGKILL"))
    ]
    child.on("exit", () => {
      cancels.forEach((cancel) => cancel())
      signalGroup(child, "SIGKILL")
      done(Effect.void)
    })
    child.stdin.end()
  })

type Outcome = GitOutcome & { readonly stdout: string }

/** Runs the process of a call. On interruption, stops it and waits for its end. */
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
    // If git stops reading, its exit code reports why.
    child.stdin.on("error", () => {})
    onStart(child)
    child.stdout.setEncoding("latin1").on("data", (text: string) => {
      if (stdout.length <= maxOutputBytes) stdout += text
    })
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      stderr = (stderr + text).slice(0, maxErrorChars)
    })
    child.on("error", (error) => resume(Effect.fail(startError(call.name, error))))
    child.on("close", (code, signal) => {
      const { exitCodes = [0] } = call
      if (code === null) return resume(Effect.fail(signalError(call.name, signal, stderr)))
      if (!exitCodes.includes(code)) return resume(Effect.fail(classifyFailure(call.name, code, stderr)))
      if (stdout.length > maxOutputBytes) {
        const reason = new OutputTooLarge({ command: call.name, limit: maxOutputBytes })
        return resume(Effect.fail(new GitError({ reason })))
      }
      resume(Effect.succeed({ exitCode: code, stderr, stdout }))
    })
    if (child.pid !== undefined) call.onStart?.(child.pid)
    return stop(child)
  })

/**
 * Creates the runner. `env` is the complete environment of its processes. Uses node:child_process instead of
 * effect/process: a write takes two processes of 2 and 6 ms, and the stream layers would add as much again. Input that
 * is already known is written before anything else starts.
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
      const withInput =
        stdin === undefined || stdin instanceof Uint8Array
          ? executed
          : Effect.map(
              Effect.all([executed, Effect.map(stdin, (bytes) => void running?.stdin.end(bytes))], { concurrency: 2 }),
              ([outcome]) => outcome
            )
      return yield* Effect.timeoutOrElse(withInput, {
        duration,
        orElse: () => Effect.fail(timeoutError(call.name, duration))
      })
    })
