import { Effect } from "effect"
import { spawn } from "node:child_process"
import { constants } from "node:os"
import { GitError, GitMissing } from "../GitError.ts"
import { commandError } from "./GitFailure.ts"

const signalBase = 128

/**
 * {@link GitWrites.commit}. Uses node:child_process, because git needs the terminal. When interrupted, sends SIGINT
 * (the terminal has already sent one; git ignores it while an editor is open) and waits for git to end.
 */
export const runCommit = (input: {
  readonly directory: string
  readonly args: ReadonlyArray<string>
  readonly env: Readonly<Record<string, string | undefined>>
}): Effect.Effect<number, GitError> =>
  Effect.callback((resume) => {
    const child = spawn("git", ["commit", ...input.args], {
      cwd: input.directory,
      env: input.env,
      stdio: "inherit"
    })
    let ended = false
    child.on("error", (error: NodeJS.ErrnoException) => {
      ended = true
      resume(
        Effect.fail(
          error.code === "ENOENT"
            ? new GitError({ reason: new GitMissing({}) })
            : commandError("commit", -1, error.message)
        )
      )
    })
    child.on("close", (code, signal) => {
      ended = true
      resume(Effect.succeed(code ?? signalBase + (signal === null ? 0 : constants.signals[signal])))
    })
    return Effect.callback<void>((done) => {
      if (ended) return done(Effect.void)
      child.on("close", () => done(Effect.void))
      child.kill("SIGINT")
    })
  })
