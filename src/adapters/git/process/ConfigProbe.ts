import { Effect } from "effect"
import { execFile } from "node:child_process"
import { resolve } from "node:path"
import { callAfterRunning } from "../../runtime/runningTime.ts"
import { GitDirectory } from "../Git.ts"
import { repositoryEnvironment, GitEnvironment } from "../GitEnvironment.ts"

/** Running time for asking git. What needs the value then waits for it as long as any git process may take. */
const timeoutMillis = 2_000

/**
 * Returns whether the git configuration has any value for these keys (`ultragit.toolsets`; only letters and dots) at
 * {@link GitDirectory}. Starts one small process and does not need the `Git` service, for programs that must start
 * fast. Returns false if git fails, and true if it does not answer in time.
 */
export const hasConfigValue = Effect.fn("Git.isConfigured")(function* (keys: ReadonlyArray<string>) {
  const directory = yield* GitDirectory
  const env = repositoryEnvironment(directory, yield* GitEnvironment)
  const pattern = `^(${keys.map((key) => key.toLowerCase().replaceAll(".", "\\.")).join("|")})$`
  return yield* Effect.callback<boolean>((resume) => {
    const options = { cwd: resolve(directory), env, windowsHide: true }
    let isLate = false
    const child = execFile("git", ["config", "--get-regexp", pattern], options, (error, stdout) => {
      cancel()
      resume(Effect.succeed(isLate || (error === null && stdout !== "")))
    })
    const cancel = callAfterRunning(timeoutMillis, () => {
      isLate = true
      child.kill()
    })
    return Effect.sync(() => child.kill())
  })
})
