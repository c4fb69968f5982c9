import { Effect, Exit, type Scope, Semaphore } from "effect"
import process from "node:process"
import type { ResourceLimits, Worker } from "node:worker_threads"
import { limitYoungGeneration } from "../runtime/limitYoungGeneration.ts"
import type { RequestTypes } from "../threads/requests.ts"
import { makeThreadClient, type ThreadFailed } from "../threads/ThreadClient.ts"
import { maxRssWhileParsing } from "./limits.ts"
import { ParseFailed } from "./messages.ts"

/** Elapsed time limit of a request. Only native code can reach it. */
const requestTimeout = "2 minutes"
/** Time between two checks of the worker's processor time and the process's memory. */
const pollInterval = "50 millis"
/**
 * The worker stops itself at its time limit. This much later it is stopped from outside, in case it is in a loop that
 * does not check.
 */
const graceMillis = 300
/** Assumed elapsed time per CPU time on a busy machine, if only elapsed time is available. */
const maxElapsedPerCpu = 4

/** Returns the CPU time of a worker in microseconds, estimated from elapsed time on Node before 24.6. */
const readCpuMicros = (worker: Worker): Promise<number> =>
  "cpuUsage" in worker
    ? worker.cpuUsage().then(({ system, user }) => system + user)
    : Promise.resolve((performance.now() * 1_000) / maxElapsedPerCpu)

/**
 * Fails when the worker exceeds its processor time, even in a loop that never asks, and when the process grows by more
 * than one file may take or exceeds its own limit: no limit of the worker's heap counts the memory of native code.
 */
const watch = (worker: Worker, maxMillis: number): Effect.Effect<never, ParseFailed> =>
  Effect.suspend(() => {
    const maxRss = maxRssWhileParsing(process.memoryUsage.rss())
    // A worker that has ended rejects; its exit event reports that.
    const readUsed = Effect.orElseSucceed(
      Effect.tryPromise(() => readCpuMicros(worker)),
      () => 0
    )
    const check = (before: number) =>
      Effect.flatMap(Effect.delay(readUsed, pollInterval), (used) => {
        const exceeded =
          used - before > maxMillis * 1_000 ? "time" : process.memoryUsage.rss() > maxRss ? "memory" : undefined
        return exceeded === undefined
          ? Effect.void
          : Effect.fail(new ParseFailed({ failure: exceeded, message: "stopped at a limit" }))
      })
    return Effect.flatMap(readUsed, (before) => Effect.forever(check(before)))
  })

const toParseFailed = ({ detail, reason }: ThreadFailed): ParseFailed =>
  new ParseFailed({ failure: reason === "memory" ? "memory" : "parser", message: detail })

/** How to run a thread that parses untrusted files. */
export interface ParsingThreadOptions {
  readonly script: URL
  readonly resourceLimits: ResourceLimits
  /** Growth of the process, in bytes, since the thread started, after which the thread is replaced. */
  readonly maxGrowthBytes: number
  /** Maximum size of a file, in bytes, after which the thread is reused; after a larger one it is replaced. */
  readonly maxFileBytesForReuse: number
}

/** How much one request may take. */
interface ParsingLimits {
  /** Buffers of the input that are transferred. */
  readonly transfer: ReadonlyArray<ArrayBuffer>
  /** Size of the largest file in the request. */
  readonly bytes: number
  /** CPU time, in milliseconds. */
  readonly maxMillis: number
}

/** Sends requests to a thread that parses. */
export interface ParsingThread<Requests extends RequestTypes<Requests>> {
  request<Name extends keyof Requests>(
    name: Name,
    input: Requests[Name]["input"],
    limits: ParsingLimits
  ): Effect.Effect<Requests[Name]["output"], ParseFailed>
  /** Ends the thread. The next request starts another. */
  readonly end: Effect.Effect<void>
  /** Whether the thread that failed last had earlier requests, whose memory may be what it lacked. */
  readonly wasUsed: () => boolean
}

/**
 * Makes a client of a thread that parses untrusted files, which starts at the first request and stops when idle. A request
 * that takes more than its time, or makes the process grow too much, fails and ends the thread.
 */
export const makeParsingThread = <Requests extends RequestTypes<Requests>>({
  maxFileBytesForReuse,
  maxGrowthBytes,
  resourceLimits,
  script
}: ParsingThreadOptions): Effect.Effect<ParsingThread<Requests>, never, Scope.Scope> =>
  Effect.gen(function* () {
    /** Of the running thread: resident memory of the process, in bytes, at its start, and requests it was sent. */
    let state = { rssAtStart: 0, requests: 0 }
    const thread = yield* makeThreadClient<Requests, ParseFailed>({
      script,
      resourceLimits,
      error: ParseFailed,
      idleTimeToLive: "10 seconds",
      onStart: () => {
        state = { rssAtStart: process.memoryUsage.rss(), requests: 0 }
      }
    })
    const oneAtATime = yield* Semaphore.make(1)
    // More large files may follow.
    const replace = Effect.andThen(limitYoungGeneration, thread.end)
    const attempt = <Name extends keyof Requests>(
      name: Name,
      input: Requests[Name]["input"],
      { maxMillis, transfer }: ParsingLimits
    ) =>
      thread
        .request(name, input, {
          transfer,
          watch: (worker) => {
            state.requests += 1
            return watch(worker, maxMillis + graceMillis)
          }
        })
        .pipe(
          Effect.mapError((error) => (error._tag === "ThreadFailed" ? toParseFailed(error) : error)),
          Effect.timeoutOrElse({
            duration: requestTimeout,
            orElse: () => new ParseFailed({ failure: "time", message: `no answer in ${requestTimeout}` })
          })
        )
    const request = <Name extends keyof Requests>(
      name: Name,
      input: Requests[Name]["input"],
      limits: ParsingLimits
    ): Effect.Effect<Requests[Name]["output"], ParseFailed> =>
      attempt(name, input, limits).pipe(
        // A thread retains the memory of large files and of every grammar it has loaded. One that failed or was interrupted
        // is not reused; queued requests get a new one.
        Effect.onExit((exit) =>
          Exit.isSuccess(exit) &&
          limits.bytes <= maxFileBytesForReuse &&
          process.memoryUsage.rss() - state.rssAtStart <= maxGrowthBytes
            ? Effect.void
            : replace
        ),
        oneAtATime.withPermits(1)
      )
    return { request, end: thread.end, wasUsed: () => state.requests > 1 }
  })
