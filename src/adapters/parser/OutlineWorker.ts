import { Effect, Exit, type Scope, Semaphore } from "effect"
import process from "node:process"
import type { Worker } from "node:worker_threads"
import { limitYoungGeneration } from "../runtime/limitYoungGeneration.ts"
import { makeThreadClient, type ThreadFailed } from "../threads/ThreadClient.ts"
import { workerUrl } from "./assets.ts"
import { maxRssWhileParsing, workerLimits } from "./limits.ts"
import { ParseFailed, type ParseRequests } from "./messages.ts"
import { ParseTimeBudget } from "./ParseTimeBudget.ts"
import type { ParsedUnits } from "./SourceText.ts"

/** Elapsed time limit of a request. Only native code can reach it. */
const requestTimeout = "2 minutes"
/** Maximum size of a file after which the worker is reused; after a larger one it is replaced. */
const maxFileBytesForReuse = 512 * 1024
/** Growth of the process, in bytes, since the worker started, after which the worker is replaced. */
const maxGrowthForReuse = 64 * 1024 * 1024
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

/** Makes a client of the parsing worker, which starts at the first request and stops when idle. */
export const make: Effect.Effect<
  (language: string, content: Uint8Array, wantsFacts?: boolean) => Effect.Effect<ParsedUnits, ParseFailed>,
  never,
  Scope.Scope
> = Effect.gen(function* () {
  /** Of the running worker: resident memory of the process, in bytes, at its start, and requests it was sent. */
  let state = { rssAtStart: 0, requests: 0 }
  const worker = yield* makeThreadClient<ParseRequests, ParseFailed>({
    script: workerUrl,
    resourceLimits: workerLimits,
    error: ParseFailed,
    idleTimeToLive: "10 seconds",
    onStart: () => {
      state = { rssAtStart: process.memoryUsage.rss(), requests: 0 }
    }
  })
  const oneAtATime = yield* Semaphore.make(1)
  const timeBudget = new ParseTimeBudget()
  // More large files may follow.
  const replaceWorker = Effect.andThen(limitYoungGeneration, worker.end)
  const attempt = Effect.fnUntraced(function* (language: string, content: Uint8Array, wantsFacts: boolean) {
    const maxMillis = timeBudget.nextLimitMillis()
    const copy = new Uint8Array(content)
    return yield* worker
      .request(
        "parse",
        { language, content: copy, wantsFacts, maxMillis },
        {
          transfer: [copy.buffer],
          watch: (thread) => {
            state.requests += 1
            return watch(thread, maxMillis + graceMillis)
          }
        }
      )
      .pipe(
        Effect.catchTag("ThreadFailed", (failed) => Effect.fail(toParseFailed(failed))),
        Effect.timeoutOrElse({
          duration: requestTimeout,
          orElse: () => new ParseFailed({ failure: "time", message: `no answer in ${requestTimeout}` })
        }),
        Effect.tapError(({ failure }) => Effect.sync(() => failure === "time" && timeBudget.recordTimeout(maxMillis)))
      )
  })
  return (language, content, wantsFacts = false) =>
    attempt(language, content, wantsFacts).pipe(
      // A worker retains the memory of large files and of every grammar it has loaded. One that failed or was interrupted
      // is not reused; queued requests get a new one.
      Effect.onExit((exit) =>
        Exit.isSuccess(exit) &&
        content.length <= maxFileBytesForReuse &&
        process.memoryUsage.rss() - state.rssAtStart <= maxGrowthForReuse
          ? Effect.void
          : replaceWorker
      ),
      // Retry in a fresh worker, as memory left over from earlier files may have caused the failure.
      Effect.retry({ times: 1, while: ({ failure }) => state.requests > 1 && failure !== "time" }),
      oneAtATime.withPermits(1)
    )
})
