import { Data, Effect, Exit, RcRef, type Scope, Semaphore } from "effect"
import process from "node:process"
import { Worker } from "node:worker_threads"
import { workerUrl } from "./assets.ts"
import { maxParsingBytes, workerLimits } from "./limits.ts"
import type { Reply, Request } from "./messages.ts"
import { LostTime } from "./LostTime.ts"
import type { Exceeded } from "./Outline.ts"
import type { Placed } from "./SourceText.ts"

/** The worker gave no outline. */
export class WorkerFailed extends Data.TaggedError("WorkerFailed")<{
  readonly limit: Exceeded
  readonly message: string
  /** Whether it had answered other requests before. */
  readonly used: boolean
}> {}

/** Elapsed time after which a request is given up, whatever the worker does: only native code gets there. */
const maxElapsed = "2 minutes"
/** A worker that has parsed a larger file is replaced. */
const maxReusedBytes = 512 * 1024
/** Milliseconds between two looks at the worker's processor time. */
const lookMillis = 100
/** The worker stops itself when its time is up, unless it is in a loop that does not ask: then it is stopped from here. */
const lateMillis = 300
/** Where only elapsed time is known: how much more of it a busy machine may take. */
const elapsedPerUsed = 4

/** A worker, and how many requests it has answered. */
interface Running {
  readonly worker: Worker
  answered: number
}

const start = Effect.acquireRelease(
  Effect.try({
    try: (): Running => {
      const worker = new Worker(workerUrl, { resourceLimits: workerLimits, stdout: true, stderr: true })
      detach(worker)
      return { worker, answered: 0 }
    },
    catch: (cause) => new WorkerFailed({ limit: "parser", message: String(cause), used: false })
  }),
  // Waited for, so that its memory is free before another one starts; native code is not, as it cannot be stopped.
  ({ worker }) => Effect.promise(() => worker.terminate()).pipe(Effect.timeoutOption("2 seconds"))
)

/** Processor time of a worker in microseconds; from elapsed time where Node (before 24.6) does not say. */
const usedBy = (worker: Worker): Promise<number> =>
  "cpuUsage" in worker
    ? worker.cpuUsage().then(({ system, user }) => system + user)
    : Promise.resolve((performance.now() * 1_000) / elapsedPerUsed)

/**
 * Calls `stop` when the worker has used more processor time than it may, also where it does not ask, and when the process
 * has grown by more than parsing may take: no limit of its heap counts what native code takes.
 */
const watch = (worker: Worker, maxMillis: number, stop: (limit: Exceeded) => void): NodeJS.Timeout => {
  const residentBefore = process.memoryUsage.rss()
  let before: number | undefined
  const compare = (used: number): void => {
    before ??= used
    if (used - before > maxMillis * 1_000) stop("time")
  }
  const look = (): void => {
    // A worker that has ended rejects; its exit event says so.
    usedBy(worker).then(compare, () => undefined)
    if (process.memoryUsage.rss() - residentBefore > maxParsingBytes) stop("memory")
  }
  look()
  return setInterval(look, lookMillis)
}

const ask = (worker: Worker, request: Request) =>
  Effect.suspend(() => {
    let watching: NodeJS.Timeout | undefined
    return Effect.callback<Placed, WorkerFailed>((resume) => {
      const fail = (limit: Exceeded, message: string): void =>
        resume(Effect.fail(new WorkerFailed({ limit, message, used: false })))
      const onMessage = (reply: Reply): void => {
        if (reply._tag === "Placed") resume(Effect.succeed(reply.placed))
        else fail(reply.limit, reply.message)
      }
      const onError = (error: Error & { readonly code?: string }): void =>
        fail(error.code === "ERR_WORKER_OUT_OF_MEMORY" ? "memory" : "parser", error.message)
      const onExit = (code: number): void => fail("parser", `exit ${code}`)
      worker.on("message", onMessage).on("error", onError).on("exit", onExit)
      worker.ref()
      worker.postMessage(request, [request.content.buffer])
      watching = watch(worker, request.maxMillis + lateMillis, (limit) => fail(limit, "stopped from outside"))
    }).pipe(
      Effect.ensuring(
        Effect.sync(() => {
          clearInterval(watching)
          detach(worker)
        })
      )
    )
  })

const detach = (worker: Worker): void => {
  worker.removeAllListeners("message").removeAllListeners("exit").removeAllListeners("error")
  // An error event without a listener would end the process.
  worker.on("error", () => {})
  worker.unref()
}

/** Outlines from the parsing worker. It starts at the first request and stops when it has had none for a while. */
export const make: Effect.Effect<
  (language: string, content: Uint8Array) => Effect.Effect<Placed, WorkerFailed>,
  never,
  Scope.Scope
> = Effect.gen(function* () {
  const worker = yield* RcRef.make({ acquire: start, idleTimeToLive: "10 seconds" })
  const oneAtATime = yield* Semaphore.make(1)
  const lost = new LostTime()
  const attempt = Effect.fnUntraced(function* (language: string, content: Uint8Array) {
    const running = yield* RcRef.get(worker)
    const maxMillis = lost.limit()
    const placed = yield* ask(running.worker, { language, content: new Uint8Array(content), maxMillis }).pipe(
      Effect.timeoutOrElse({
        duration: maxElapsed,
        orElse: () => new WorkerFailed({ limit: "time", message: `no answer in ${maxElapsed}`, used: false })
      }),
      Effect.tapError(({ limit }) => Effect.sync(() => limit === "time" && lost.lose(maxMillis))),
      Effect.mapError(({ limit, message }) => new WorkerFailed({ limit, message, used: running.answered > 0 }))
    )
    running.answered += 1
    return placed
  })
  return (language, content) =>
    attempt(language, content).pipe(
      // A worker keeps the memory that a large file took. One that failed, or was left in the middle of a request, is not asked again; others wait for the next one.
      Effect.onExit((exit) =>
        Exit.isSuccess(exit) && content.length <= maxReusedBytes ? Effect.void : RcRef.invalidate(worker)
      ),
      Effect.scoped,
      // What earlier files left in a worker's memory is no reason to give this one up.
      Effect.retry({ times: 1, while: ({ limit, used }) => used && limit !== "time" }),
      oneAtATime.withPermits(1)
    )
})
