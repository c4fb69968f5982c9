import { Effect } from "effect"
import { execFile, spawn } from "node:child_process"
import { resolve } from "node:path"
import { callAfterRunning } from "../../runtime/runningTime.ts"
import { GitDirectory } from "../Git.ts"

type Environment = Readonly<Record<string, string | undefined>>

/** Running time for asking git. Without an answer there is no pager. */
const timeoutMillis = 2_000

/** What git prints for no pager. */
const noPager = "cat"

/**
 * The pager that git uses on a terminal, at {@link GitDirectory}: `GIT_PAGER`, `core.pager`, `PAGER`, or git's own
 * default. Undefined for none.
 */
export const findPager = Effect.fn("Git.findPager")(function* (env: Environment) {
  const directory = yield* GitDirectory
  return yield* Effect.callback<string | undefined>((resume) => {
    const options = { cwd: resolve(directory), env, windowsHide: true }
    const child = execFile("git", ["var", "GIT_PAGER"], options, (error, stdout) => {
      cancel()
      const pager = stdout.trim()
      resume(Effect.succeed(error !== null || pager === "" || pager === noPager ? undefined : pager))
    })
    const cancel = callAfterRunning(timeoutMillis, () => child.kill())
    return Effect.sync(() => child.kill())
  })
})

/** Exit codes with which a shell says that it cannot run a command. */
const notRunCodes = [126, 127]

/**
 * Shows a text in a pager and waits for its end, also when interrupted, because the pager owns the terminal until then.
 * Sets `LESS` and `LV` as git does. Succeeds with whether the pager could be run; one that quits early has been.
 */
export const runPager = (pager: string, text: string, env: Environment): Effect.Effect<boolean> =>
  Effect.callback<boolean>((resume) => {
    const child = spawn(pager, {
      shell: true,
      env: { LESS: "FRX", LV: "-c", ...env },
      stdio: ["pipe", "inherit", "inherit"]
    })
    child.stdin.on("error", () => {})
    child.on("error", () => resume(Effect.succeed(false)))
    child.on("close", (code) => resume(Effect.succeed(code === null || !notRunCodes.includes(code))))
    child.stdin.end(text)
  }).pipe(Effect.uninterruptible)
