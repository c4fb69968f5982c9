import { Effect, Exit, Queue } from "effect"
import type { FetchStep } from "./FetchStep.ts"
import { startGit, stopGit, type GitChild } from "../process/GitChild.ts"
import { GitError, GitTimedOut } from "../GitError.ts"
import { firstErrorLine, startError } from "../process/GitFailure.ts"
import { groupOf } from "../../../domain/MatchGroup.ts"

/** The outcome of a git process that reports progress on standard error. */
interface FetchOutcome {
  readonly exitCode: number
  /** The line of standard error that states the problem, or how the process ended. */
  readonly problem: string
}

interface ProgressOptions {
  readonly onProgress: (step: FetchStep) => Effect.Effect<void>
  /** Keeps the process attached to the terminal, so that it can prompt there. */
  readonly isAttached: boolean
}

/** Minutes without output after which a process that cannot prompt counts as hung. */
const stallTimeoutMinutes = 10
/** Maximum characters of standard error to keep, besides progress. */
const maxStderrChars = 8192

const progress = /^(?:remote: )?([A-Z][a-z]+(?: [a-z]+)*): +\d+% \((\d+)\/(\d+)\)/

/**
 * Finds the line that states the problem. If git only reports that it could not read from the remote, returns the
 * message of ssh before it.
 */
const findProblem = (text: string): string => {
  const line = firstErrorLine(text)
  const before = text.split("\n").find((one) => one.trim() !== "" && !/^(?:Cloning into|warning:|fatal:)/.test(one))
  return line.startsWith("Could not read from remote") && before !== undefined ? firstErrorLine(before) : line
}

/**
 * Creates a parser that separates progress lines, which end with a carriage return, from the rest of standard error.
 */
const makeProgressParser = (onProgress: (step: FetchStep) => void) => {
  let rest = ""
  let stderr = ""
  let chunks = 0
  const parseLine = (line: string) => {
    const found = progress.exec(line)
    if (found !== null) onProgress({ step: groupOf(found, 1), done: Number(found[2]), total: Number(found[3]) })
    else if (stderr.length < maxStderrChars) stderr += `${line}\n`
  }
  return {
    push: (chunk: Buffer) => {
      chunks += 1
      const text = rest + chunk.toString("utf8")
      const end = Math.max(text.lastIndexOf("\n"), text.lastIndexOf("\r")) + 1
      rest = text.slice(end, end + maxStderrChars)
      for (const line of text
        .slice(0, end)
        .split(/[\r\n]+/)
        .slice(0, -1))
        parseLine(line)
    },
    chunkCount: () => chunks,
    text: () => stderr + rest
  }
}

type ProgressParser = ReturnType<typeof makeProgressParser>

const awaitOutcome = (child: GitChild, parser: ProgressParser) =>
  Effect.callback<FetchOutcome, GitError>((resume) => {
    child.listen({
      output: () => {},
      error: parser.push,
      failed: (error) => resume(Effect.fail(startError("fetch", error))),
      closed: (code, signal) => {
        const problem = findProblem(parser.text())
        resume(
          Effect.succeed({
            exitCode: code ?? -1,
            problem: problem === "" ? `ended by ${String(signal ?? code)}` : problem
          })
        )
      }
    })
  })

/** Fails when a process writes nothing for too long, as with a lost connection. */
const failWhenStalled = Effect.fnUntraced(function* (parser: ProgressParser) {
  let before = -1
  while (parser.chunkCount() !== before) {
    before = parser.chunkCount()
    yield* Effect.sleep(`${stallTimeoutMinutes} minutes`)
  }
  return yield* new GitError({ reason: new GitTimedOut({ command: "fetch", seconds: stallTimeoutMinutes * 60 }) })
})

/**
 * Runs git with arguments that make it report progress. When its fiber is interrupted, kills the process and everything
 * it started.
 */
export const runWithProgress = Effect.fnUntraced(function* (
  args: ReadonlyArray<string>,
  env: Readonly<Record<string, string>>,
  { isAttached, onProgress }: ProgressOptions
) {
  const steps = yield* Queue.sliding<FetchStep>(1)
  const parser = makeProgressParser((step) => void Queue.offerUnsafe(steps, step))
  const reporting = Effect.forever(Effect.flatMap(Queue.take(steps), onProgress))
  const start = Effect.try({
    try: () => startGit(args, env, { stdin: "ignore", isAttached }),
    catch: (cause) => startError("fetch", cause instanceof Error ? cause : new Error(String(cause)))
  })
  const watchers = isAttached ? reporting : Effect.raceFirst(reporting, failWhenStalled(parser))
  return yield* Effect.acquireUseRelease(
    start,
    (child) => Effect.raceFirst(awaitOutcome(child, parser), watchers),
    (child, exit) => (Exit.isSuccess(exit) ? Effect.void : stopGit(child.process))
  )
})
