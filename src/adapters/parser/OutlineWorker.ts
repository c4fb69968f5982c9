import { Data, Effect, Exit, RcRef, type Scope, Semaphore } from "effect"
import { Worker } from "node:worker_threads"
import { workerUrl } from "./assets.ts"
import type { Reply, Request } from "./messages.ts"
import type { Placed } from "./SourceText.ts"

/** The worker gave no outline. */
export class WorkerFailed extends Data.TaggedError("WorkerFailed")<{ readonly message: string }> {}

/**
 * Native stack, heap for old objects and heap for new ones, in MiB. The stack is address space, touched only by files
 * that nest so deep; the heap holds the tree of a file of 5 MB.
 */
const resourceLimits = { stackSizeMb: 512, maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 16 }

const start = Effect.acquireRelease(
  Effect.try({
    try: () => {
      const worker = new Worker(workerUrl, { resourceLimits, stdout: true, stderr: true })
      detach(worker)
      return worker
    },
    catch: (cause) => new WorkerFailed({ message: String(cause) })
  }),
  // Not waited for: a thread in the middle of a parse ends when that is done.
  (worker) => Effect.sync(() => void worker.terminate())
)

const ask = (worker: Worker, request: Request) =>
  Effect.callback<Placed, WorkerFailed>((resume) => {
    const fail = (message: string): void => resume(Effect.fail(new WorkerFailed({ message })))
    const onMessage = (reply: Reply): void => {
      if (reply._tag === "Placed") resume(Effect.succeed(reply.placed))
      else fail(reply.message)
    }
    const onError = (error: Error): void => fail(error.message)
    const onExit = (code: number): void => fail(`exit ${code}`)
    worker.on("message", onMessage).on("error", onError).on("exit", onExit)
    worker.ref()
    worker.postMessage(request, [request.content.buffer])
    return Effect.sync(() => detach(worker))
  }).pipe(Effect.ensuring(Effect.sync(() => detach(worker))))

const detach = (worker: Worker): void => {
  worker.removeAllListeners("message").removeAllListeners("exit").removeAllListeners("error")
  // An error event without a listener would end the process.
  worker.on("error", () => {})
  worker.unref()
}

/** Asks the parsing worker. It starts at the first request and stops when it has had none for a while. */
export const make: Effect.Effect<(request: Request) => Effect.Effect<Placed, WorkerFailed>, never, Scope.Scope> =
  Effect.gen(function* () {
    const worker = yield* RcRef.make({ acquire: start, idleTimeToLive: "10 seconds" })
    const oneAtATime = yield* Semaphore.make(1)
    return (request) =>
      RcRef.get(worker).pipe(
        Effect.flatMap((running) => ask(running, request)),
        Effect.timeoutOrElse({
          duration: "10 seconds",
          orElse: () => new WorkerFailed({ message: "took longer than 10 seconds" })
        }),
        // A worker that failed, or was left in the middle of a request, is not asked again.
        Effect.onExit((exit) => (Exit.isSuccess(exit) ? Effect.void : RcRef.invalidate(worker))),
        Effect.scoped,
        oneAtATime.withPermits(1)
      )
  })
