import { Effect, Schedule } from "effect"
import { escapeControls } from "../../../domain/Text.ts"
import { CommandFailed, GitError } from "../GitError.ts"
import type { GitRunner } from "../process/GitRunner.ts"
import { checkNoSymlinks } from "../SymlinkCheck.ts"
import type { WriteSession } from "./WriteSession.ts"

const keyPattern = /^[A-Za-z][A-Za-z0-9-]*\.(?:[^\0\n]+\.)?[A-Za-z][A-Za-z0-9-]*$/

const checkKey = (key: string): Effect.Effect<void, GitError> => {
  const detail = `not a valid configuration key: ${escapeControls(key)}`
  return keyPattern.test(key)
    ? Effect.void
    : Effect.fail(new GitError({ reason: new CommandFailed({ command: "config", exitCode: 0, detail }) }))
}

/** Retries while another git process holds the lock of the file, which takes it only a moment. */
const retryWhileLocked = <A>(write: Effect.Effect<A, GitError>): Effect.Effect<A, GitError> =>
  Effect.retry(write, {
    schedule: Schedule.spaced("50 millis"),
    times: 20,
    while: ({ reason }) => reason._tag === "CommandFailed" && reason.detail.includes("File exists")
  })

/** Runs `git config` on one configuration file. Exit code 5 means that the value does not exist. */
export type ConfigCall = (
  args: ReadonlyArray<string>,
  exitCodes?: ReadonlyArray<number>
) => Effect.Effect<void, GitError>

/** Writes the configuration file of the repository. */
export const localConfig =
  (session: WriteSession): ConfigCall =>
  (args, exitCodes = [0]) =>
    checkNoSymlinks(session.repository.commonDirectory, "config").pipe(
      Effect.andThen(session.runner.collect(session.call("config", ["--local", ...args], { exitCodes }))),
      retryWhileLocked,
      Effect.asVoid
    )

/** Writes the configuration file of the user, wherever it is. Needs no repository. */
export const globalConfig =
  (runner: GitRunner): ConfigCall =>
  (args, exitCodes = [0]) =>
    runner
      .collect({ name: "config", args: ["--no-pager", "config", "--global", ...args], exitCodes })
      .pipe(retryWhileLocked, Effect.asVoid)

/** {@link GitWrites.addConfig}. */
export const addConfig = Effect.fn("GitWrites.addConfig")(function* (call: ConfigCall, key: string, value: string) {
  yield* checkKey(key)
  yield* call(["--add", key, value])
})

/** {@link GitWrites.replaceConfig}. */
export const replaceConfig = Effect.fn("GitWrites.replaceConfig")(function* (
  call: ConfigCall,
  key: string,
  values: ReadonlyArray<string>
) {
  yield* checkKey(key)
  const [first, ...others] = values
  if (first === undefined) return yield* call(["--unset-all", key], [0, 5])
  yield* call(["--replace-all", key, first])
  for (const value of others) yield* call(["--add", key, value])
})

/** {@link GitWrites.removeConfig}. */
export const removeConfig = Effect.fn("GitWrites.removeConfig")(function* (
  call: ConfigCall,
  key: string,
  value: string
) {
  yield* checkKey(key)
  yield* call(["--fixed-value", "--unset-all", key, value], [0, 5])
})
