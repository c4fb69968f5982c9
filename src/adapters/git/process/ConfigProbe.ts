import { Effect } from "effect"
import { execFile } from "node:child_process"
import { resolve } from "node:path"
import { GitDirectory } from "../Git.ts"
import { repositoryEnvironment, GitEnvironment } from "../GitEnvironment.ts"

/** Timeout. If git hangs, a later call that needs the value tries again. */
const timeoutMillis = 2_000

/**
 * Returns whether the git configuration has any value for these keys (`ultragit.toolsets`; only letters and dots) at
 * {@link GitDirectory}. Starts one small process and does not need the `Git` service, for programs that must start
 * fast. Returns false if git fails.
 */
export const hasConfigValue = Effect.fn("Git.isConfigured")(function* (keys: ReadonlyArray<string>) {
  const directory = yield* GitDirectory
  const env = repositoryEnvironment(directory, yield* GitEnvironment)
  const pattern = `^(${keys.map((key) => key.toLowerCase().replaceAll(".", "\\.")).join("|")})$`
  return yield* Effect.callback<boolean>((resume) => {
    const options = { cwd: resolve(directory), env, timeout: timeoutMillis, windowsHide: true }
    const child = execFile("git", ["config", "--get-regexp", pattern], options, (error, stdout) =>
      resume(Effect.succeed(error === null && stdout !== ""))
    )
    return Effect.sync(() => child.kill())
  })
})
