import { Effect } from "effect"
import { execFile, spawn } from "node:child_process"
import { resolve } from "node:path"
import { callAfterRunning } from "../../runtime/runningTime.ts"
import { GitDirectory } from "../Git.ts"

type Environment = Readonly<Record<string, string | undefined>>

/** Running time for asking git. Without an answer there is no editor. */
const timeoutMillis = 2_000

/**
 * The editor that git uses on a terminal, at {@link GitDirectory}: `GIT_EDITOR`, `core.editor`, `VISUAL`, `EDITOR`, or git's
 * own default. Undefined for none.
 */
export const findEditor = Effect.fn("Git.findEditor")(function* (env: Environment) {
  const directory = yield* GitDirectory
  return yield* Effect.callback<string | undefined>((done) => {
    const options = { cwd: resolve(directory), env, windowsHide: true }
    const child = execFile("git", ["var", "GIT_EDITOR"], options, (error, stdout) => {
      cancel()
      const editor = stdout.trim()
      done(Effect.succeed(error !== null || editor === "" ? undefined : editor))
    })
    const cancel = callAfterRunning(timeoutMillis, () => child.kill())
    return Effect.sync(() => child.kill())
  })
})

/**
 * Has a file edited, with the shell as git does, and waits for the end of the editor, also when interrupted, because it owns
 * the terminal until then. Succeeds with whether it ended well.
 */
export const runEditor = (editor: string, file: string, env: Environment): Effect.Effect<boolean> =>
  Effect.callback<boolean>((done) => {
    const child = spawn("sh", ["-c", `${editor} "$@"`, editor, file], { env, stdio: "inherit" })
    child.on("error", () => done(Effect.succeed(false)))
    child.on("close", (code) => done(Effect.succeed(code === 0)))
  }).pipe(Effect.uninterruptible)
