import { Duration, Effect, Option } from "effect"
import { ObjectId } from "../../../domain/ObjectId.ts"
import { escapeControls } from "../../../domain/Text.ts"
import { CommandFailed, GitError, GitMissing, GitTimedOut, ObjectMissing } from "../GitError.ts"
import { redactQuotedContent } from "../QuotedContent.ts"
import { unexpectedOutput } from "../parse/Records.ts"

const longestDetail = 500

/** Where git's own words say that an object is not there, and which. */
const missingObject =
  /(?:could not fetch|unable to read(?: tree| sha1 file of .*)?|could not read|bad object|missing (?:blob |tree |commit )?object|cannot read blob|unable to find|bad tree object|not a tree object:?|not a valid commit name)\s*[('"]?([0-9a-f]{64}|[0-9a-f]{40})\b/i

/** Where they say that it is, but cannot be read. */
const damagedObject =
  /(?:(?:loose|packed) object ([0-9a-f]{64}|[0-9a-f]{40}) \(stored in .*\) is corrupt|unable to stream ([0-9a-f]{64}|[0-9a-f]{40}) to stdout)/

/**
 * The line of standard error that says what is wrong: the first fatal one, else the first error, else the first that is
 * no warning; without what it quotes of files and settings.
 */
export const firstErrorLine = (stderr: string): string => {
  const lines = stderr
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
  const line =
    lines.find((text) => text.startsWith("fatal: ")) ??
    lines.find((text) => text.startsWith("error: ")) ??
    lines.find((text) => !text.startsWith("warning: ")) ??
    ""
  return escapeControls(redactQuotedContent(line.replace(/^(?:fatal|error): /, ""))).slice(0, longestDetail)
}

/** Git's own failure, worded from what it wrote to standard error. */
export const commandError = (command: string, exitCode: number, stderr: string): GitError =>
  new GitError({ reason: new CommandFailed({ command, exitCode, detail: firstErrorLine(stderr) }) })

/** Git could not be started. */
export const startError = (command: string, error: NodeJS.ErrnoException): GitError =>
  error.code === "ENOENT" ? new GitError({ reason: new GitMissing({}) }) : commandError(command, -1, error.message)

/** `ObjectMissing` where git's words name an object that is not there or damaged, `CommandFailed` otherwise. */
export const classifyFailure = (command: string, exitCode: number, stderr: string): GitError => {
  const damaged = damagedObject
    .exec(stderr)
    ?.slice(1)
    .find((id) => id !== undefined)
  if (damaged !== undefined) return new GitError({ reason: new ObjectMissing({ id: damaged, damaged: true }) })
  const missing = missingObject.exec(stderr)?.[1]
  return missing === undefined
    ? commandError(command, exitCode, stderr)
    : new GitError({ reason: new ObjectMissing({ id: missing }) })
}

/** The id that is all of an answer, none where the answer is empty. */
export const parseOptionalId = (command: string, stdout: Buffer): Effect.Effect<Option.Option<ObjectId>, GitError> => {
  const text = stdout.toString("latin1").trimEnd()
  if (text === "") return Effect.succeedNone
  const id = ObjectId.makeOption(text)
  return Option.isSome(id) ? Effect.succeed(id) : Effect.fail(commandError(command, 0, unexpectedOutput))
}

/** A call of git took longer than it may. */
export const timeoutError = (command: string, limit: Duration.Input): GitError =>
  new GitError({ reason: new GitTimedOut({ command, seconds: Duration.toSeconds(Duration.fromInputUnsafe(limit)) }) })
