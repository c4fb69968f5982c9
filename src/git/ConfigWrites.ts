import { Effect, Schedule } from "effect"
import { escapeControls } from "../domain/Text.ts"
import { CommandFailed, GitError } from "./GitError.ts"
import type { WriteSession } from "./WriteSession.ts"

const keyPattern = /^[A-Za-z][A-Za-z0-9-]*\.(?:[^\0\n]+\.)?[A-Za-z][A-Za-z0-9-]*$/

const checkKey = (key: string): Effect.Effect<void, GitError> => {
  const detail = `not a key: ${escapeControls(key)}`
  return keyPattern.test(key)
    ? Effect.void
    : Effect.fail(new GitError({ reason: new CommandFailed({ command: "config", exitCode: 0, detail }) }))
}

/** Another git that writes the file is done in a moment. */
const whileLocked = <A>(write: Effect.Effect<A, GitError>): Effect.Effect<A, GitError> =>
  Effect.retry(write, {
    schedule: Schedule.spaced("50 millis"),
    times: 20,
    while: ({ reason }) => reason._tag === "CommandFailed" && reason.detail.includes("File exists")
  })

/** {@link GitWrites.addConfig}. */
export const addConfig = Effect.fn("GitWrites.addConfig")(function* (
  session: WriteSession,
  key: string,
  value: string
) {
  yield* checkKey(key)
  yield* session.runner.collect(session.call("config", ["--local", "--add", key, value])).pipe(whileLocked)
})

/** {@link GitWrites.removeConfig}. Exit code 5: there was no such value. */
export const removeConfig = Effect.fn("GitWrites.removeConfig")(function* (
  session: WriteSession,
  key: string,
  value: string
) {
  yield* checkKey(key)
  const args = ["--local", "--fixed-value", "--unset-all", key, value]
  yield* session.runner.collect(session.call("config", args, { exitCodes: [0, 5] })).pipe(whileLocked)
})
