import { Effect, Exit, Result } from "effect"
import { GitTimeout } from "../Git.ts"
import { type GitAids, runWithAids } from "./AidedRun.ts"
import { type EarlyGit, type GitChild, noEarlyGit, startGit, stopGit } from "./GitChild.ts"
import { GitError, OutputTooLarge } from "../GitError.ts"
import { GitPool, type Pool } from "./GitPool.ts"
import { commandError, classifyFailure, signalError, startError, timeoutError } from "./GitFailure.ts"
import { type ChunkReader } from "../parse/Records.ts"

/** One call of git. */
export interface GitCall {
  /** Subcommand, for error messages. */
  readonly name: string
  /** All arguments, including options before the subcommand. */
  readonly args: ReadonlyArray<string>
  /** Input bytes, or an effect that computes them while the process starts. */
  readonly stdin?: Uint8Array | Effect.Effect<Uint8Array> | undefined
  /** Additional environment variables. */
  readonly env?: Readonly<Record<string, string>> | undefined
  /** A call that ends without success or output is repeated without them. */
  readonly aids?: GitAids | undefined
  /** Exit codes that count as success (default: 0). */
  readonly exitCodes?: ReadonlyArray<number> | undefined
  /** Called with the process id. */
  readonly onStart?: ((pid: number) => void) | undefined
}

/** The outcome of a call. */
export interface GitOutcome {
  readonly exitCode: number
  /** The first 8 KiB of standard error. */
  readonly stderr: string
}

/** Runs git processes, a limited number at a time. Each has a timeout and is killed with its fiber. */
export interface GitRunner {
  /**
   * Passes standard output to a reader, chunk by chunk. Fails with `GitMissing`, with `GitTimedOut`, with
   * `OutputTooLarge` beyond `maxBytes`, and by {@link classifyFailure} for other exit codes than the expected ones.
   */
  stream(call: GitCall, reader: ChunkReader, maxBytes?: number): Effect.Effect<GitOutcome, GitError>
  /** Pipes the output of a first call into a second, and passes that of the second to a reader. */
  pipe(first: GitCall, second: GitCall, reader: ChunkReader): Effect.Effect<GitOutcome, GitError>
  /** Collects standard output, at most 64 MiB. */
  collect(call: GitCall): Effect.Effect<GitOutcome & { readonly stdout: Buffer }, GitError>
}

const maxCollectedBytes = 64 * 1024 * 1024
const maxStreamedBytes = 16 * 1024 * 1024 * 1024
const maxErrorBytes = 8192

const discardOutput: ChunkReader = { push: () => {}, end: () => {} }

/** Creates a reader that keeps the first `limit` bytes and discards the rest. */
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

/**
 * Passes output to a reader, up to `limit` bytes. Calls `onFailure` at most once, if the limit is exceeded or the
 * reader throws, and ignores the rest of the output.
 */
const feed = (
  name: string,
  reader: ChunkReader,
  limit: number,
  onFailure: (how: Effect.Effect<never, GitError>) => void
) => {
  let size = 0
  let isOpen = true
  const close = (how: Effect.Effect<never, GitError>) => {
    isOpen = false
    onFailure(how)
  }
  /** An exception in the reader fails the call instead of the whole process. */
  const guarded = (use: () => void) => {
    if (isOpen) Result.match(Result.try(use), { onSuccess: () => {}, onFailure: (cause) => close(Effect.die(cause)) })
  }
  return {
    push: (chunk: Buffer) => {
      guarded(() => reader.push(chunk))
      size += chunk.length
      if (isOpen && size > limit)
        close(Effect.fail(new GitError({ reason: new OutputTooLarge({ command: name, limit }) })))
    },
    end: () => {
      guarded(() => reader.end())
      return isOpen
    }
  }
}

/** Pauses reading until the next turn of the event loop. Otherwise Node reads up to two megabytes in one turn. */
const yieldBetweenChunks =
  ({ process: { stdout } }: GitChild, push: (chunk: Buffer) => void) =>
  (chunk: Buffer) => {
    push(chunk)
    stdout?.pause()
    setImmediate(() => stdout?.resume())
  }

/** Waits for a process and passes its output to the reader. Without a reader, the output is piped elsewhere. */
const awaitOutcome = (call: GitCall, child: GitChild, reader: ChunkReader | undefined, maxBytes: number) =>
  Effect.callback<GitOutcome, GitError>((resume) => {
    let hasFailed = false
    const stderr = keepFirst(maxErrorBytes)
    const output = feed(call.name, reader ?? discardOutput, maxBytes, resume)
    child.listen({
      output: reader === undefined ? output.push : yieldBetweenChunks(child, output.push),
      error: stderr.push,
      failed: (error) => {
        hasFailed = true
        resume(Effect.fail(startError(call.name, error)))
      },
      closed: (code, signal) => {
        if (hasFailed || !output.end()) return
        resume(
          code === null
            ? Effect.fail(signalError(call.name, signal, stderr.bytes().toString("utf8")))
            : Effect.succeed({ exitCode: code, stderr: stderr.bytes().toString("utf8") })
        )
      }
    })
  })

/** Returns the outcome if its exit code is expected and the reader accepted the output. */
const checkOutcome = (
  call: GitCall,
  outcome: GitOutcome,
  reader?: ChunkReader
): Effect.Effect<GitOutcome, GitError> => {
  if (!(call.exitCodes ?? [0]).includes(outcome.exitCode)) {
    return Effect.fail(classifyFailure(call.name, outcome.exitCode, outcome.stderr))
  }
  const problem = outcome.exitCode === 0 ? reader?.problem?.() : undefined
  return problem === undefined ? Effect.succeed(outcome) : Effect.fail(commandError(call.name, 0, problem))
}

/**
 * Writes the input of a call to its process while `run` waits for it. If git stops reading, its exit code reports why.
 */
const withInput = <A>({ stdin }: GitCall, { process }: GitChild, run: Effect.Effect<A, GitError>) => {
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
  /** Default: the pool that all runners share. */
  readonly pool?: Pool
  /**
   * Lets ssh prompt for a passphrase: processes stay attached to the terminal. Otherwise they have no terminal, and
   * fail instead of waiting for input.
   */
  readonly allowPrompts?: boolean
}

const makeStart =
  (env: Readonly<Record<string, string>>, { early = noEarlyGit, allowPrompts = false }: RunnerOptions) =>
  (call: GitCall, stdin: "ignore" | "pipe" = call.stdin === undefined ? "ignore" : "pipe") =>
    Effect.try({
      try: () => {
        const environment = { ...env, ...call.env }
        const child =
          early.take(call.args, environment) ?? startGit(call.args, environment, { stdin, isAttached: allowPrompts })
        const { pid } = child.process
        if (pid !== undefined) call.onStart?.(pid)
        return child
      },
      catch: (cause) => startError(call.name, cause instanceof Error ? cause : new Error(String(cause)))
    })

type Start = ReturnType<typeof makeStart>

/** Runs a process within a scope that stops it on failure or interruption. */
const withChild = <A>(start: Effect.Effect<GitChild, GitError>, use: (child: GitChild) => Effect.Effect<A, GitError>) =>
  Effect.acquireUseRelease(start, use, (child, exit) => (Exit.isSuccess(exit) ? Effect.void : stopGit(child.process)))

const executeBoth = (start: Start, first: GitCall, second: GitCall, reader: ChunkReader) =>
  withChild(start(first), (source) =>
    withChild(start(second, "pipe"), (target) => {
      const [from, to] = [source.process.stdout, target.process.stdin]
      // If the second process ends early, let the first run to its end.
      to?.on("error", () => from?.resume())
      if (to !== null) from?.pipe(to)
      return Effect.all(
        [
          withInput(first, source, awaitOutcome(first, source, undefined, Number.POSITIVE_INFINITY)),
          awaitOutcome(second, target, reader, maxStreamedBytes)
        ],
        { concurrency: 2 }
      )
    })
  )

/**
 * Creates the runner. `env` is the complete environment of its processes. Processes are ended with everything they
 * started. Uses node:child_process instead of effect/process, whose stream layers cost more than the fast git calls.
 */
export const makeGitRunner = Effect.fnUntraced(function* (
  env: Readonly<Record<string, string>>,
  options: RunnerOptions = {}
) {
  const { starting, withPermit } = options.pool ?? (yield* GitPool)
  const startAtOnce = makeStart(env, options)
  // Spawning blocks the thread for 2 to 8 ms. Start one process at a time, so that other work runs in between.
  const start: Start = (call, stdin) => startAtOnce(call, stdin).pipe(Effect.tap(Effect.yieldNow), starting.withPermit)

  const withTimeout = Effect.fnUntraced(function* <A>(call: GitCall, run: Effect.Effect<A, GitError>) {
    const limit = yield* GitTimeout
    return yield* run.pipe(
      Effect.timeoutOrElse({
        duration: limit,
        orElse: () => Effect.fail(timeoutError(call.name, limit))
      }),
      withPermit,
      Effect.tap(Effect.yieldNow)
    )
  })
  const run = (call: GitCall, reader: ChunkReader, maxBytes: number) =>
    withTimeout(
      call,
      withChild(start(call), (child) => withInput(call, child, awaitOutcome(call, child, reader, maxBytes)))
    )
  const stream: GitRunner["stream"] = Effect.fnUntraced(function* (call, reader, maxBytes = maxStreamedBytes) {
    const outcome = yield* call.aids === undefined
      ? run(call, reader, maxBytes)
      : runWithAids(call.aids, reader, (variables, observed) =>
          run({ ...call, env: { ...call.env, ...variables } }, observed, maxBytes)
        )
    return yield* checkOutcome(call, outcome, reader)
  })

  const pipe: GitRunner["pipe"] = Effect.fnUntraced(function* (first, second, reader) {
    const [before, after] = yield* withTimeout(second, executeBoth(start, first, second, reader))
    yield* checkOutcome(first, before)
    return yield* checkOutcome(second, after, reader)
  })

  const collect: GitRunner["collect"] = Effect.fnUntraced(function* (call) {
    const reader = keepFirst(maxCollectedBytes)
    const outcome = yield* stream(call, reader, maxCollectedBytes)
    return { ...outcome, stdout: reader.bytes() }
  })

  const runner: GitRunner = { stream, pipe, collect }
  return runner
})
