import { Duration, Effect, Option } from "effect"
import { ObjectId } from "../../../domain/ObjectId.ts"
import { escapeControls } from "../../../domain/Text.ts"
import { CommandFailed, GitError, GitMissing, GitTimedOut, ObjectMissing } from "../GitError.ts"
import { redactQuotedContent } from "../QuotedContent.ts"
import { unexpectedOutput } from "../parse/Records.ts"

const maxDetailChars = 500

/** Matches messages of git about a missing object, with its id. */
const missingObjectPattern =
  /(?:could not fetch|unable to read(?: tree| sha1 file of .*)?|could not read|bad object|missing (?:blob |tree |commit )?object|cannot read blob|unable to find|bad tree object|not a tree object:?|not a valid commit name)\s*[('"]?([0-9a-f]{64}|[0-9a-f]{40})\b/i

/** Matches messages of git about a damaged object, with its id. */
const damagedObjectPattern =
  /(?:(?:loose|packed) object ([0-9a-f]{64}|[0-9a-f]{40}) \(stored in .*\) is corrupt|unable to stream ([0-9a-f]{64}|[0-9a-f]{40}) to stdout)/

/**
 * Matches what git says when it tries to fetch an object that a partial clone lacks, which is not allowed. Versions before
 * 2.39 go on without it; of a remote reached by a helper, such as https, they may then be ended by SIGPIPE.
 */
const refusedFetchPattern = /^fatal: transport '[^']*' not allowed$/m

/**
 * Finds the line of standard error that states the problem: the first fatal line, else the first error, else the first
 * line that is not a warning. Redacts content that git quotes from files and settings.
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
  return escapeControls(redactQuotedContent(line.replace(/^(?:fatal|error): /, ""))).slice(0, maxDetailChars)
}

/** Creates the error of a failed git call from its standard error. */
export const commandError = (command: string, exitCode: number, stderr: string): GitError =>
  new GitError({ reason: new CommandFailed({ command, exitCode, detail: firstErrorLine(stderr) }) })

/** Creates the error of a git process that could not be started. */
export const startError = (command: string, error: NodeJS.ErrnoException): GitError =>
  error.code === "ENOENT" ? new GitError({ reason: new GitMissing({}) }) : commandError(command, -1, error.message)

/** Creates `ObjectMissing` if the message of git names a missing or damaged object, otherwise `CommandFailed`. */
export const classifyFailure = (command: string, exitCode: number, stderr: string): GitError => {
  const damaged = damagedObjectPattern
    .exec(stderr)
    ?.slice(1)
    .find((id) => id !== undefined)
  if (damaged !== undefined) return new GitError({ reason: new ObjectMissing({ id: damaged, damaged: true }) })
  const missing = missingObjectPattern.exec(stderr)?.[1]
  return missing === undefined
    ? commandError(command, exitCode, stderr)
    : new GitError({ reason: new ObjectMissing({ id: missing }) })
}

/** Creates the error of a git call that a signal ended. */
export const signalError = (command: string, signal: string | null, stderr: string): GitError =>
  signal === "SIGPIPE" && refusedFetchPattern.test(stderr)
    ? new GitError({ reason: new ObjectMissing({}) })
    : commandError(command, -1, `ended by ${String(signal)}`)

/** Parses output that is one object id or empty. */
export const parseOptionalId = (command: string, stdout: Buffer): Effect.Effect<Option.Option<ObjectId>, GitError> => {
  const text = stdout.toString("latin1").trimEnd()
  if (text === "") return Effect.succeedNone
  const id = ObjectId.makeOption(text)
  return Option.isSome(id) ? Effect.succeed(id) : Effect.fail(commandError(command, 0, unexpectedOutput))
}

/** Creates the error of a git call that exceeded its timeout. */
export const timeoutError = (command: string, limit: Duration.Input): GitError =>
  new GitError({ reason: new GitTimedOut({ command, seconds: Duration.toSeconds(Duration.fromInputUnsafe(limit)) }) })
