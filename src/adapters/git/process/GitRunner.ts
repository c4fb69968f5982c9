import { Effect, Exit, Result, Semaphore } from "effect"
import { availableParallelism } from "node:os"
import { makeFairSemaphore } from "./FairSemaphore.ts"
import { GitTimeout } from "../Git.ts"
import { type EarlyGit, type GitChild, noEarlyGit, startGit, stopGit } from "./GitChild.ts"
import { GitError, OutputTooLarge } from "../GitError.ts"
import { commandError, classifyFailure, startError, timeoutError } from "./GitFailure.ts"
import { type ChunkReader } from "../parse/Records.ts"

/** One call of git. */
export interface GitCall {
  /** Sub-command, for messages. */
  readonly name: string
  /** All arguments, options before the sub-command included. */
  readonly args: ReadonlyArray<string>
  /** Bytes, or an effect of them that the process may be started before. */
  readonly stdin?: Uint8Array | Effect.Effect<Uint8Array> | undefined
  /** Further environment variables. */
  readonly env?: Readonly<Record<string, string>> | undefined
  /** Exit codes that are an answer; 0 unless given. */
  readonly exitCodes?: ReadonlyArray<number> | undefined
  /** Told the process's id. */
  readonly onStart?: ((pid: number) => void) | undefined
}

/** How a call ended. */
export interface GitOutcome {
  readonly exitCode: number
  /** Standard error, the first 8 KiB. */
  readonly stderr: string
}

/** Starts git processes: some at once, each with a time limit, killed with the fiber that waits for it. */
export interface GitRunner {
  /**
   * Hands standard output to a reader, chunk by chunk, as it comes. Fails with `GitMissing`, `GitTimedOut`,
   * `OutputTooLarge` beyond `maxBytes`, and as `GitFailure` sorts it on another exit code than those allowed.
   */
  stream(call: GitCall, reader: ChunkReader, maxBytes?: number): Effect.Effect<GitOutcome, GitError>
  /** The same for the output of a first call that is piped into a second. */
  pipe(first: GitCall, second: GitCall, reader: ChunkReader): Effect.Effect<GitOutcome, GitError>
  /** The whole of standard output, 64 MiB at most. */
  collect(call: GitCall): Effect.Effect<GitOutcome & { readonly stdout: Buffer }, GitError>
}

/** Processes at once, beside the two long-lived ones: git's walks keep a core busy each, small calls wait for files. */
const concurrent = Math.max(4, availableParallelism() + 2)
const collectedLimit = 64 * 1024 * 1024
const streamedLimit = 16 * 1024 * 1024 * 1024
const errorLimit = 8192

const nobodyReads: ChunkReader = { push: () => {}, end: () => {} }

/** A reader that keeps the first `limit` bytes and passes over the rest. */
const keepFirst = (limit: number) => {
  const kept: Array<Uint8Array> = []
  let size = 0
  return {
    push: (chunk: Uint8Array) => {
      if (size < limit) kept.push(Uint8Array.from(chunk.subarray(0, limit - size)))
      size += chunk.length
    },
    end: () => {},
    bytes: () => Buffer.concat(kept)
  }
}

/** Feeds a reader up to so many bytes; once, and then no more, says how it ended where that is before the end of output. */
const feed = (
  name: string,
  reader: ChunkReader,
  limit: number,
  stopped: (how: Effect.Effect<never, GitError>) => void
) => {
  let size = 0
  let open = true
  const close = (how: Effect.Effect<never, GitError>) => {
    open = false
    stopped(how)
  }
  /** A reader that breaks breaks the call, not the process that it is called in. */
  const guarded = (use: () => void) => {
    if (open) Result.match(Result.try(use), { onSuccess: () => {}, onFailure: (cause) => close(Effect.die(cause)) })
  }
  return {
    push: (chunk: Buffer) => {
      guarded(() => reader.push(chunk))
      size += chunk.length
      if (open && size > limit)
        close(Effect.fail(new GitError({ reason: new OutputTooLarge({ command: name, limit }) })))
    },
    end: () => {
      guarded(() => reader.end())
      return open
    }
  }
}

/** Reads on when others have had their turn: Node itself reads up to two megabytes in one turn of the event loop. */
const inTurns =
  ({ process: { stdout } }: GitChild, push: (chunk: Buffer) => void) =>
  (chunk: Buffer) => {
    push(chunk)
    stdout?.pause()
    setImmediate(() => stdout?.resume())
  }

/** How a started process ends, its output read; without a reader, somebody else reads it. */
const ended = (call: GitCall, child: GitChild, reader: ChunkReader | undefined, maxBytes: number) =>
  Effect.callback<GitOutcome, GitError>((resume) => {
    let hasFailed = false
    const stderr = keepFirst(errorLimit)
    const output = feed(call.name, reader ?? nobodyReads, maxBytes, resume)
    child.listen({
      output: reader === undefined ? output.push : inTurns(child, output.push),
      error: stderr.push,
      failed: (error) => {
        hasFailed = true
        resume(Effect.fail(startError(call.name, error)))
      },
      closed: (code, signal) => {
        if (hasFailed || !output.end()) return
        resume(
          code === null
            ? Effect.fail(commandError(call.name, -1, `ended by ${String(signal)}`))
            : Effect.succeed({ exitCode: code, stderr: stderr.bytes().toString("utf8") })
        )
      }
    })
  })

/** The outcome, if its exit code is an answer, and what the reader took is one too. */
const checked = (call: GitCall, outcome: GitOutcome, reader?: ChunkReader): Effect.Effect<GitOutcome, GitError> => {
  if (!(call.exitCodes ?? [0]).includes(outcome.exitCode)) {
    return Effect.fail(classifyFailure(call.name, outcome.exitCode, outcome.stderr))
  }
  const problem = outcome.exitCode === 0 ? reader?.problem?.() : undefined
  return problem === undefined ? Effect.succeed(outcome) : Effect.fail(commandError(call.name, 0, problem))
}

/** Runs with the input of a call written to its process; what git does not read, it says so itself, by its exit code. */
const fed = <A>({ stdin }: GitCall, { process }: GitChild, run: Effect.Effect<A, GitError>) => {
  process.stdin?.on("error", () => {})
  if (stdin === undefined || stdin instanceof Uint8Array) {
    if (stdin !== undefined) process.stdin?.end(stdin)
    return run
  }
  const write = Effect.map(stdin, (bytes) => void process.stdin?.end(bytes))
  return Effect.map(Effect.all([run, write], { concurrency: 2 }), ([outcome]) => outcome)
}

interface RunnerOptions {
  readonly early?: EarlyGit
  /**
   * Whether ssh may ask somebody for a passphrase: its processes stay with the terminal, and look after their own. Others
   * have no terminal to ask at, and fail instead of waiting.
   */
  readonly mayAsk?: boolean
}

const makeStart =
  (env: Readonly<Record<string, string>>, { early = noEarlyGit, mayAsk = false }: RunnerOptions) =>
  (call: GitCall, stdin: "ignore" | "pipe" = call.stdin === undefined ? "ignore" : "pipe") =>
    Effect.try({
      try: () => {
        const environment = { ...env, ...call.env }
        const child =
          early.take(call.args, environment) ?? startGit(call.args, environment, { stdin, isAttached: mayAsk })
        const { pid } = child.process
        if (pid !== undefined) call.onStart?.(pid)
        return child
      },
      catch: (cause) => startError(call.name, cause instanceof Error ? cause : new Error(String(cause)))
    })

type Start = ReturnType<typeof makeStart>

/** From the start of a process to its end: whatever happens between leaves none behind. */
const withChild = <A>(start: Effect.Effect<GitChild, GitError>, use: (child: GitChild) => Effect.Effect<A, GitError>) =>
  Effect.acquireUseRelease(start, use, (child, exit) => (Exit.isSuccess(exit) ? Effect.void : stopGit(child.process)))

const executeBoth = (start: Start, first: GitCall, second: GitCall, reader: ChunkReader) =>
  withChild(start(first), (source) =>
    withChild(start(second, "pipe"), (target) => {
      const [from, to] = [source.process.stdout, target.process.stdin]
      // Where the second ends early, the first goes on to its end all the same.
      to?.on("error", () => from?.resume())
      if (to !== null) from?.pipe(to)
      return Effect.all(
        [
          fed(first, source, ended(first, source, undefined, Number.POSITIVE_INFINITY)),
          ended(second, target, reader, streamedLimit)
        ],
        { concurrency: 2 }
      )
    })
  )

/**
 * Makes the runner; `env` is the whole environment of its processes. They are ended with all that they started. Over
 * node:child_process and not effect/process: what lies there between a process and a reader costs more than the quick
 * ones among git's answers.
 */
export const makeGitRunner = Effect.fnUntraced(function* (
  env: Readonly<Record<string, string>>,
  options: RunnerOptions = {}
) {
  const inTurn = makeFairSemaphore(concurrent)
  const one = yield* Semaphore.make(1)
  const startAtOnce = makeStart(env, options)
  // A start holds the thread for 2 to 8 ms: one at a time, so that others have their turn between two of them.
  const start: Start = (call, stdin) => startAtOnce(call, stdin).pipe(Effect.tap(Effect.yieldNow), one.withPermit)

  const inTime = Effect.fnUntraced(function* <A>(call: GitCall, run: Effect.Effect<A, GitError>) {
    const limit = yield* GitTimeout
    return yield* run.pipe(
      Effect.timeoutOrElse({
        duration: limit,
        orElse: () => Effect.fail(timeoutError(call.name, limit))
      }),
      inTurn,
      Effect.tap(Effect.yieldNow)
    )
  })
  const stream: GitRunner["stream"] = Effect.fnUntraced(function* (call, reader, maxBytes = streamedLimit) {
    const run = withChild(start(call), (child) => fed(call, child, ended(call, child, reader, maxBytes)))
    return yield* checked(call, yield* inTime(call, run), reader)
  })

  const pipe: GitRunner["pipe"] = Effect.fnUntraced(function* (first, second, reader) {
    const [before, after] = yield* inTime(second, executeBoth(start, first, second, reader))
    yield* checked(first, before)
    return yield* checked(second, after, reader)
  })

  const collect: GitRunner["collect"] = Effect.fnUntraced(function* (call) {
    const reader = keepFirst(collectedLimit)
    const outcome = yield* stream(call, reader, collectedLimit)
    return { ...outcome, stdout: reader.bytes() }
  })

  const runner: GitRunner = { stream, pipe, collect }
  return runner
})
