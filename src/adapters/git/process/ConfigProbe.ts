import { Effect } from "effect"
import { execFile } from "node:child_process"
import { resolve } from "node:path"
import { GitDirectory } from "../Git.ts"
import { repositoryEnvironment, GitEnvironment } from "../GitEnvironment.ts"

/** Longest wait, in milliseconds; git that hangs is asked again when something depends on it. */
const patience = 2_000

/**
 * Whether git's configuration has any value for these keys (`ultragit.toolsets`; letters and dots only) at
 * {@link GitDirectory}. One small process and none of the `Git` service, for a program that must start at once; false
 * where git cannot tell.
 */
export const hasConfigValue = Effect.fn("Git.isConfigured")(function* (keys: ReadonlyArray<string>) {
  const directory = yield* GitDirectory
  const env = repositoryEnvironment(directory, yield* GitEnvironment)
  const pattern = `^(${keys.map((key) => key.toLowerCase().replaceAll(".", "\\.")).join("|")})$`
  return yield* Effect.callback<boolean>((resume) => {
    const options = { cwd: resolve(directory), env, timeout: patience, windowsHide: true }
    const child = execFile("git", ["config", "--get-regexp", pattern], options, (error, stdout) =>
      resume(Effect.succeed(error === null && stdout !== ""))
    )
    return Effect.sync(() => child.kill())
  })
})
