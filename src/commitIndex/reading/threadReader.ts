import { Worker } from "node:worker_threads"
import { Effect, Schema, Semaphore } from "effect"
import { DatabaseFailed, SqlError } from "../../adapters/sql/SqlError.ts"
import { currentIndexPath } from "../model/indexPath.ts"
import type { InputOf, RequestName } from "./requests.ts"
import { RequestError, type Reply, type Request } from "./messages.ts"

/** The worker script: `index-reader.js` next to the built program, or the source file. */
const script = new URL(import.meta.url.endsWith(".ts") ? "./worker.ts" : "./index-reader.js", import.meta.url)

/** Heap limits; the largest structure is the commit graph of a repository. */
const resourceLimits = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 16 }

/** Starts the thread. Calls `onEnd` when it exits, even without a pending request. */
const start = (path: string, onEnd: (worker: Worker) => void): Worker => {
  const worker = new Worker(script, { argv: [path], resourceLimits, stdout: true, stderr: true })
  // An error event without a listener would crash the process.
  worker.on("error", () => {})
  worker.on("exit", () => onEnd(worker))
  worker.unref()
  return worker
}

const send = <Name extends RequestName>(worker: Worker, request: Request<Name>) =>
  Effect.callback<Reply<Name>, string>((resume) => {
    const settle = (outcome: Effect.Effect<Reply<Name>, string>): void => {
      cleanUp()
      resume(outcome)
    }
    const onMessage = (reply: Reply<Name>): void => settle(Effect.succeed(reply))
    const onError = (error: Error): void => settle(Effect.fail(error.message))
    const onExit = (code: number): void => settle(Effect.fail(`exit ${code}`))
    const cleanUp = (): void => {
      worker.off("message", onMessage).off("error", onError).off("exit", onExit)
      worker.unref()
    }
    worker.on("message", onMessage).on("error", onError).on("exit", onExit)
    worker.ref()
    worker.postMessage(request, [])
    return Effect.sync(cleanUp)
  })

/** Makes an `IndexReader` with a thread that starts with the first request and ends with the scope. */
export const makeThreadReader = Effect.gen(function* () {
  const path = yield* currentIndexPath
  const permit = yield* Semaphore.make(1)
  const decode = Schema.decodeEffect(RequestError)
  let current: Worker | undefined

  const clearCurrent = (worker: Worker): void => {
    if (current === worker) current = undefined
  }
  // Does not wait: a busy thread exits only when SQLite returns.
  const end = Effect.sync(() => {
    void current?.terminate()
    current = undefined
  })
  yield* Effect.addFinalizer(() => end)

  const makeError = (detail: string) =>
    new SqlError({ reason: new DatabaseFailed({ path, detail: `its reader thread exited: ${detail}` }) })
  const getWorker = Effect.try({
    try: () => (current ??= start(path, clearCurrent)),
    catch: String
  })
  const request = <Name extends RequestName>(name: Name, input: InputOf<Name>) =>
    getWorker.pipe(
      Effect.flatMap((worker) => send(worker, { name, input })),
      Effect.mapError(makeError),
      // A thread that failed, or whose request was interrupted, is replaced.
      Effect.onError(() => end),
      permit.withPermits(1),
      Effect.flatMap((reply) => {
        if (reply._tag === "Success") return Effect.succeed(reply.output)
        if (reply._tag === "Defect") return Effect.die(new Error(reply.message))
        return Effect.flatMap(Effect.orDie(decode(reply.error)), (error) => Effect.fail(error))
      })
    )
  return { request }
})
