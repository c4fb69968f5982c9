import { Effect, Exit, Queue } from "effect"
import type { FetchStep } from "./FetchStep.ts"
import { startGit, stopGit, type GitChild } from "../process/GitChild.ts"
import { GitError, GitTimedOut } from "../GitError.ts"
import { firstErrorLine, startError } from "../process/GitFailure.ts"

/** How a git process ended that says on standard error how far it is. */
interface Talked {
  readonly exitCode: number
  /** The line that says what is wrong, where something is. */
  readonly said: string
}

interface TalkOptions {
  readonly tell: (step: FetchStep) => Effect.Effect<void>
  /** It stays with the terminal, and may ask there. */
  readonly isAttached: boolean
}

/** Minutes without a word after which a process that asks nobody is taken for dead. */
const patience = 10
/** Characters of standard error that are kept beside progress. */
const mostKept = 8192

const progress = /^(?:remote: )?([A-Z][a-z]+(?: [a-z]+)*): +\d+% \((\d+)\/(\d+)\)/

/** What is wrong, with the line of ssh before it where git itself only knows that nothing came. */
const problemIn = (text: string): string => {
  const line = firstErrorLine(text)
  const before = text.split("\n").find((one) => one.trim() !== "" && !/^(?:Cloning into|warning:|fatal:)/.test(one))
  return line.startsWith("Could not read from remote") && before !== undefined ? firstErrorLine(before) : line
}

/** Takes standard error apart: lines of progress, which end with a carriage return, and what else is said. */
const makeHearing = (tell: (step: FetchStep) => void) => {
  let rest = ""
  let kept = ""
  let chunks = 0
  const hear = (line: string) => {
    const [found, step = "", done = "", total = ""] = progress.exec(line) ?? []
    if (found !== undefined) tell({ step, done: Number(done), total: Number(total) })
    else if (kept.length < mostKept) kept += `${line}\n`
  }
  return {
    push: (chunk: Buffer) => {
      chunks += 1
      const lines = (rest + chunk.toString("utf8")).split(/[\r\n]+/)
      rest = (lines.pop() ?? "").slice(0, mostKept)
      for (const line of lines) hear(line)
    },
    heard: () => chunks,
    all: () => kept + rest
  }
}

type Hearing = ReturnType<typeof makeHearing>

const ended = (child: GitChild, hearing: Hearing) =>
  Effect.callback<Talked, GitError>((resume) => {
    child.listen({
      output: () => {},
      error: hearing.push,
      failed: (error) => resume(Effect.fail(startError("fetch", error))),
      closed: (code, signal) => {
        const said = problemIn(hearing.all())
        resume(
          Effect.succeed({ exitCode: code ?? -1, said: said === "" ? `ended by ${String(signal ?? code)}` : said })
        )
      }
    })
  })

/** Fails when nothing was heard for too long: a network that is gone says nothing. */
const stalled = Effect.fnUntraced(function* (hearing: Hearing) {
  let before = -1
  while (hearing.heard() !== before) {
    before = hearing.heard()
    yield* Effect.sleep(`${patience} minutes`)
  }
  return yield* new GitError({ reason: new GitTimedOut({ command: "fetch", seconds: patience * 60 }) })
})

/** Runs git with arguments that make it speak of progress. Killed with its fiber, all that it started included. */
export const runTalking = Effect.fnUntraced(function* (
  args: ReadonlyArray<string>,
  env: Readonly<Record<string, string>>,
  { isAttached, tell }: TalkOptions
) {
  const steps = yield* Queue.sliding<FetchStep>(1)
  const hearing = makeHearing((step) => void Queue.offerUnsafe(steps, step))
  const telling = Effect.forever(Effect.flatMap(Queue.take(steps), tell))
  const start = Effect.try({
    try: () => startGit(args, env, { stdin: "ignore", isAttached }),
    catch: (cause) => startError("fetch", cause instanceof Error ? cause : new Error(String(cause)))
  })
  const others = isAttached ? telling : Effect.raceFirst(telling, stalled(hearing))
  return yield* Effect.acquireUseRelease(
    start,
    (child) => Effect.raceFirst(ended(child, hearing), others),
    (child, exit) => (Exit.isSuccess(exit) ? Effect.void : stopGit(child.process))
  )
})
