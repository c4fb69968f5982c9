import { Data, Effect, Exit, RcRef, type Scope, Semaphore } from "effect"
import process from "node:process"
import { Worker } from "node:worker_threads"
import { limitYoungGeneration } from "../runtime/limitYoungGeneration.ts"
import { workerUrl } from "./assets.ts"
import { maxRssWhileParsing, workerLimits } from "./limits.ts"
import type { Reply, Request } from "./messages.ts"
import { ParseTimeBudget } from "./ParseTimeBudget.ts"
import type { OutlineFailure } from "./Outline.ts"
import type { ParsedUnits } from "./SourceText.ts"

/** The worker produced no outline. */
export class WorkerFailed extends Data.TaggedError("WorkerFailed")<{
  readonly failure: OutlineFailure
  readonly message: string
  /** Whether the worker had answered other requests before. */
  readonly isReusedWorker: boolean
}> {}

/** Elapsed time limit of a request. Only native code can reach it. */
const requestTimeout = "2 minutes"
/** Maximum size of a file after which the worker is reused; after a larger one it is replaced. */
const maxFileBytesForReuse = 512 * 1024
/** Growth of the process, in bytes, since the worker started, after which the worker is replaced. */
const maxGrowthForReuse = 64 * 1024 * 1024
/** Milliseconds between two checks of the worker's processor time and the process's memory. */
const pollIntervalMillis = 50
/**
 * The worker stops itself at its time limit. This much later it is stopped from outside, in case it is in a loop that
 * does not check.
 */
const graceMillis = 300
/** Assumed elapsed time per CPU time on a busy machine, if only elapsed time is available. */
const maxElapsedPerCpu = 4

/** A worker with the number of requests it has answered. */
interface Running {
  readonly worker: Worker
  /** Resident memory of the process, in bytes, when the worker started. */
  readonly rssAtStart: number
  answered: number
}

const startWorker = Effect.acquireRelease(
  Effect.try({
    try: (): Running => {
      const worker = new Worker(workerUrl, { resourceLimits: workerLimits, stdout: true, stderr: true })
      detach(worker)
      return { worker, rssAtStart: process.memoryUsage.rss(), answered: 0 }
    },
    catch: (cause) => new WorkerFailed({ failure: "parser", message: String(cause), isReusedWorker: false })
  }),
  // Waits for termination so that the memory is free before another worker starts, but not for native code, which
  // cannot be stopped.
  ({ worker }) => Effect.promise(() => worker.terminate()).pipe(Effect.timeoutOption("2 seconds"))
)

/** Returns the CPU time of a worker in microseconds, estimated from elapsed time on Node before 24.6. */
const readCpuMicros = (worker: Worker): Promise<number> =>
  "cpuUsage" in worker
    ? worker.cpuUsage().then(({ system, user }) => system + user)
    : Promise.resolve((performance.now() * 1_000) / maxElapsedPerCpu)

/**
 * Calls `stop` when the worker exceeds its processor time, even in a loop that never asks, and when the process grows by
 * more than one file may take or exceeds its own limit: no limit of the worker's heap counts the memory of native code.
 */
const watch = (worker: Worker, maxMillis: number, stop: (limit: OutlineFailure) => void): NodeJS.Timeout => {
  const maxRss = maxRssWhileParsing(process.memoryUsage.rss())
  let before: number | undefined
  const compare = (used: number): void => {
    before ??= used
    if (used - before > maxMillis * 1_000) stop("time")
  }
  const check = (): void => {
    // An ended worker rejects; its exit event reports that.
    readCpuMicros(worker).then(compare, () => undefined)
    if (process.memoryUsage.rss() > maxRss) stop("memory")
  }
  check()
  return setInterval(check, pollIntervalMillis)
}

const sendRequest = (worker: Worker, request: Request) =>
  Effect.suspend(() => {
    let timer: NodeJS.Timeout | undefined
    return Effect.callback<ParsedUnits, WorkerFailed>((resume) => {
      const fail = (limit: OutlineFailure, message: string): void =>
        resume(Effect.fail(new WorkerFailed({ failure: limit, message, isReusedWorker: false })))
      const onMessage = (reply: Reply): void => {
        if (reply._tag === "Parsed") resume(Effect.succeed(reply.units))
        else fail(reply.failure, reply.message)
      }
      const onError = (error: Error & { readonly code?: string }): void =>
        fail(error.code === "ERR_WORKER_OUT_OF_MEMORY" ? "memory" : "parser", error.message)
      const onExit = (code: number): void => fail("parser", `exit ${code}`)
      worker.on("message", onMessage).on("error", onError).on("exit", onExit)
      worker.ref()
      worker.postMessage(request, [request.content.buffer])
      timer = watch(worker, request.maxMillis + graceMillis, (limit) => fail(limit, "stopped at a limit"))
    }).pipe(
      Effect.ensuring(
        Effect.sync(() => {
          clearInterval(timer)
          detach(worker)
        })
      )
    )
  })

const detach = (worker: Worker): void => {
  worker.removeAllListeners("message").removeAllListeners("exit").removeAllListeners("error")
  // An error event without a listener would crash the process.
  worker.on("error", () => {})
  worker.unref()
}

/** Makes a client of the parsing worker, which starts at the first request and stops when idle. */
export const make: Effect.Effect<
  (language: string, content: Uint8Array) => Effect.Effect<ParsedUnits, WorkerFailed>,
  never,
  Scope.Scope
> = Effect.gen(function* () {
  const worker = yield* RcRef.make({ acquire: startWorker, idleTimeToLive: "10 seconds" })
  const oneAtATime = yield* Semaphore.make(1)
  const timeBudget = new ParseTimeBudget()
  // More large files may follow.
  const replaceWorker = Effect.andThen(limitYoungGeneration, RcRef.invalidate(worker))
  const attempt = Effect.fnUntraced(function* (language: string, content: Uint8Array) {
    const running = yield* RcRef.get(worker)
    const maxMillis = timeBudget.nextLimitMillis()
    const parsed = yield* sendRequest(running.worker, { language, content: new Uint8Array(content), maxMillis }).pipe(
      Effect.timeoutOrElse({
        duration: requestTimeout,
        orElse: () =>
          new WorkerFailed({ failure: "time", message: `no answer in ${requestTimeout}`, isReusedWorker: false })
      }),
      Effect.tapError(({ failure: limit }) =>
        Effect.sync(() => limit === "time" && timeBudget.recordTimeout(maxMillis))
      ),
      Effect.mapError(
        ({ failure: limit, message }) =>
          new WorkerFailed({ failure: limit, message, isReusedWorker: running.answered > 0 })
      )
    )
    running.answered += 1
    return { parsed, growth: process.memoryUsage.rss() - running.rssAtStart }
  })
  return (language, content) =>
    attempt(language, content).pipe(
      // A worker retains the memory of large files and of every grammar it has loaded. One that failed or was interrupted
      // is not reused; queued requests get a new one.
      Effect.onExit((exit) =>
        Exit.isSuccess(exit) && content.length <= maxFileBytesForReuse && exit.value.growth <= maxGrowthForReuse
          ? Effect.void
          : replaceWorker
      ),
      Effect.map(({ parsed }) => parsed),
      Effect.scoped,
      // Retry in a fresh worker, as memory left over from earlier files may have caused the failure.
      Effect.retry({ times: 1, while: ({ failure: limit, isReusedWorker: used }) => used && limit !== "time" }),
      oneAtATime.withPermits(1)
    )
})
