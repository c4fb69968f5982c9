import { Effect, type PlatformError, Semaphore, Stream } from "effect"
import { ChildProcess, type ChildProcessSpawner } from "effect/process"
import { GitTimeout } from "./Git.ts"
import { GitError, GitMissing, OutputTooLarge } from "./GitError.ts"
import { commandFailed, failureOf, timedOut } from "./GitFailure.ts"
import { ownGroup } from "./ProcessGroup.ts"
import { type ChunkReader } from "./Records.ts"

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

/** Processes at once, beside the two long-lived ones. */
const concurrent = 8
const collectedLimit = 64 * 1024 * 1024
const streamedLimit = 16 * 1024 * 1024 * 1024
const errorLimit = 8192

const spawnFailure =
  (name: string) =>
  (error: PlatformError.PlatformError): GitError =>
    error.reason._tag === "NotFound"
      ? new GitError({ reason: new GitMissing({}) })
      : commandFailed(name, -1, error.reason.description ?? error.message)

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

const bounded = Effect.fnUntraced(function* (
  name: string,
  output: Stream.Stream<Uint8Array, PlatformError.PlatformError>,
  reader: ChunkReader,
  limit: number
) {
  let size = 0
  yield* Stream.runForEachArray(output, (chunks) => {
    for (const chunk of chunks) {
      reader.push(chunk)
      size += chunk.length
    }
    return size > limit
      ? Effect.fail(new GitError({ reason: new OutputTooLarge({ command: name, limit }) }))
      : Effect.void
  }).pipe(Effect.catchTag("PlatformError", (error) => Effect.fail(spawnFailure(name)(error))))
  reader.end()
})

const inputOf = ({ stdin }: GitCall): ChildProcess.CommandInput =>
  stdin === undefined ? "ignore" : stdin instanceof Uint8Array ? Stream.succeed(stdin) : Stream.fromEffect(stdin)

/** The outcome, if its exit code is an answer, and what the reader took is one too. */
const checked = (call: GitCall, outcome: GitOutcome, reader?: ChunkReader): Effect.Effect<GitOutcome, GitError> => {
  if (!(call.exitCodes ?? [0]).includes(outcome.exitCode)) {
    return Effect.fail(failureOf(call.name, outcome.exitCode, outcome.stderr))
  }
  const problem = outcome.exitCode === 0 ? reader?.problem?.() : undefined
  return problem === undefined ? Effect.succeed(outcome) : Effect.fail(commandFailed(call.name, 0, problem))
}

/** A process that has no exit code was ended by a signal, which only the text of the error names. */
const endedBySignal =
  (name: string) =>
  (error: PlatformError.PlatformError): GitError => {
    const signal = /\bSIG[A-Z0-9]+\b/.exec(String(error.reason.cause))?.[0] ?? "a signal"
    return commandFailed(name, -1, `ended by ${signal}`)
  }

/**
 * Makes the runner; `env` is the whole environment of its processes. They are ended with all that they started, save
 * those that reach remotes: these stay with the terminal, where ssh may ask for a passphrase, and look after their own.
 */
export const makeGitRunner = Effect.fnUntraced(function* (
  spawner: ChildProcessSpawner.ChildProcessSpawner["Service"],
  env: Readonly<Record<string, string>>,
  reachesRemotes = false
) {
  const permits = yield* Semaphore.make(concurrent)

  const start = (call: GitCall, stdin = inputOf(call)) =>
    spawner
      .spawn(
        ChildProcess.make("git", call.args, {
          env: { ...env, ...call.env },
          stdin,
          detached: ownGroup.detached && !reachesRemotes,
          forceKillAfter: "1 second"
        })
      )
      .pipe(
        Effect.tap(({ pid }) => Effect.sync(() => call.onStart?.(Number(pid)))),
        Effect.mapError(spawnFailure(call.name))
      )

  /** The end of a started process, whose standard output `takeOutput` has to take. */
  const ended = Effect.fnUntraced(function* (
    call: GitCall,
    handle: ChildProcessSpawner.ChildProcessHandle,
    takeOutput: Effect.Effect<void, GitError>
  ) {
    const stderr = keepFirst(errorLimit)
    yield* Effect.all([takeOutput, bounded(call.name, handle.stderr, stderr, Number.POSITIVE_INFINITY)], {
      concurrency: 2,
      discard: true
    })
    const exitCode = yield* handle.exitCode.pipe(Effect.mapError(endedBySignal(call.name)))
    return { exitCode: Number(exitCode), stderr: stderr.bytes().toString("utf8") }
  })

  const execute = Effect.fnUntraced(function* (call: GitCall, reader: ChunkReader, maxBytes: number) {
    const handle = yield* start(call)
    return yield* ended(call, handle, bounded(call.name, handle.stdout, reader, maxBytes))
  }, Effect.scoped)

  const inTime = Effect.fnUntraced(function* <A>(call: GitCall, run: Effect.Effect<A, GitError>) {
    const limit = yield* GitTimeout
    return yield* run.pipe(
      Effect.timeoutOrElse({
        duration: limit,
        orElse: () => Effect.fail(timedOut(call.name, limit))
      }),
      permits.withPermits(1)
    )
  })
  const stream: GitRunner["stream"] = Effect.fnUntraced(function* (call, reader, maxBytes = streamedLimit) {
    return yield* checked(call, yield* inTime(call, execute(call, reader, maxBytes)), reader)
  })

  const executeBoth = Effect.fnUntraced(function* (first: GitCall, second: GitCall, reader: ChunkReader) {
    const source = yield* start(first)
    const target = yield* start(second, source.stdout)
    return yield* Effect.all(
      [
        ended(first, source, Effect.void),
        ended(second, target, bounded(second.name, target.stdout, reader, streamedLimit))
      ],
      { concurrency: 2 }
    )
  }, Effect.scoped)

  const pipe: GitRunner["pipe"] = Effect.fnUntraced(function* (first, second, reader) {
    const [before, after] = yield* inTime(second, executeBoth(first, second, reader))
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
