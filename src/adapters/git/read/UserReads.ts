import { Effect, Option } from "effect"
import { resolve } from "node:path"
import { identityEnvironment } from "../GitEnvironment.ts"
import { GitError } from "../GitError.ts"
import { commandError, firstErrorLine } from "../process/GitFailure.ts"
import { type GitSession, sessionCall } from "../process/GitSession.ts"
import { HooksPathUnusable, IdentityUnknown } from "../GitWriteReason.ts"

const identityPattern = /^(.*<[^<>]*>) \d+ [+-]\d{4}\s*$/s

/** {@link Git.author}. `inherited`: the environment of the user, which may name the author. */
export const author = Effect.fn("Git.author")(function* (
  session: GitSession,
  inherited: Readonly<Record<string, string | undefined>>
) {
  const { exitCode, stderr, stdout } = yield* session.runner.collect(
    sessionCall(session, "var", ["GIT_AUTHOR_IDENT"], { env: identityEnvironment(inherited), exitCodes: [0, 128] })
  )
  const found = identityPattern.exec(stdout.toString("utf8"))?.[1]
  if (exitCode === 0 && found !== undefined) return found
  return yield* new GitError({ reason: new IdentityUnknown({ detail: firstErrorLine(stderr) }) })
})

/** {@link Git.hooksDirectory}. Uses only the configuration of the user, without the overrides of this program. */
export const hooksDirectory = Effect.fn("Git.hooksDirectory")(function* (session: GitSession) {
  const { exitCode, stderr, stdout } = yield* session.runner.collect({
    name: "rev-parse",
    args: [...session.options, "rev-parse", "--path-format=absolute", "--git-path", "hooks"],
    exitCodes: [0, 128]
  })
  if (stderr.includes("Not a directory")) return yield* new GitError({ reason: new HooksPathUnusable() })
  if (exitCode !== 0) return yield* commandError("rev-parse", exitCode, stderr)
  const path = stdout.toString("utf8").replace(/\n$/, "")
  return resolve(path)
})

/** {@link Git.time}. Uses the type for expiry dates, the only one for which git rejects text that is not a date. */
export const time = Effect.fn("Git.time")(function* (session: GitSession, text: string) {
  if (text === "" || /[\0\n]/.test(text) || !text.isWellFormed()) return Option.none<number>()
  const { exitCode, stderr, stdout } = yield* session.runner.collect(
    sessionCall(session, "config", ["--type=expiry-date", `--default=${text}`, "--get", "ultragit.no-such-time"], {
      exitCodes: [0, 128]
    })
  )
  if (exitCode === 0) return Option.filter(Option.some(Number(stdout.toString("latin1"))), Number.isSafeInteger)
  return stderr.includes("not a valid timestamp") ? Option.none() : yield* commandError("config", exitCode, stderr)
})
