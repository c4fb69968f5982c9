import { Worker } from "node:worker_threads"
import { Effect, Schema, Semaphore } from "effect"
import { DatabaseFailed, SqlError } from "../../adapters/sql/SqlError.ts"
import { currentIndexPath } from "../model/indexPath.ts"
import type { InputOf, RequestName } from "./requests.ts"
import { RequestError, type Reply, type Request } from "./messages.ts"

/** The script: `index-reader.js` beside the built program, or the source file. */
const script = new URL(import.meta.url.endsWith(".ts") ? "./worker.ts" : "./index-reader.js", import.meta.url)

/** MiB of heap; the largest thing in it is the graph of a repository's commits. */
const resourceLimits = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 16 }

/** Starts the thread; how it ended is told also when nobody asks it anything. */
const start = (path: string, ended: (worker: Worker) => void): Worker => {
  const worker = new Worker(script, { argv: [path], resourceLimits, stdout: true, stderr: true })
  // An error event without a listener would end the process.
  worker.on("error", () => {})
  worker.on("exit", () => ended(worker))
  worker.unref()
  return worker
}

const ask = <Name extends RequestName>(worker: Worker, request: Request<Name>) =>
  Effect.callback<Reply<Name>, string>((resume) => {
    const settle = (outcome: Effect.Effect<Reply<Name>, string>): void => {
      leave()
      resume(outcome)
    }
    const onMessage = (reply: Reply<Name>): void => settle(Effect.succeed(reply))
    const onError = (error: Error): void => settle(Effect.fail(error.message))
    const onExit = (code: number): void => settle(Effect.fail(`exit ${code}`))
    const leave = (): void => {
      worker.off("message", onMessage).off("error", onError).off("exit", onExit)
      worker.unref()
    }
    worker.on("message", onMessage).on("error", onError).on("exit", onExit)
    worker.ref()
    worker.postMessage(request, [])
    return Effect.sync(leave)
  })

/** `IndexReader` on a thread that is started at the first lookup and ended with the scope. */
export const makeThreadReader = Effect.gen(function* () {
  const path = yield* currentIndexPath
  const one = yield* Semaphore.make(1)
  const decode = Schema.decodeEffect(RequestError)
  let running: Worker | undefined

  const forget = (worker: Worker): void => {
    if (running === worker) running = undefined
  }
  // Not waited for: a thread in the middle of a lookup ends when SQLite is done with it.
  const end = Effect.sync(() => {
    void running?.terminate()
    running = undefined
  })
  yield* Effect.addFinalizer(() => end)

  const failed = (detail: string) =>
    new SqlError({ reason: new DatabaseFailed({ path, detail: `the thread that reads it ended: ${detail}` }) })
  const worker = Effect.try({
    try: () => (running ??= start(path, forget)),
    catch: String
  })
  const look = <Name extends RequestName>(name: Name, input: InputOf<Name>) =>
    worker.pipe(
      Effect.flatMap((thread) => ask(thread, { name, input })),
      Effect.mapError(failed),
      // A thread that failed, or was left in the middle of a lookup, is not asked again.
      Effect.onError(() => end),
      one.withPermits(1),
      Effect.flatMap((reply) => {
        if (reply._tag === "Found") return Effect.succeed(reply.output)
        if (reply._tag === "Broken") return Effect.die(new Error(reply.message))
        return Effect.flatMap(Effect.orDie(decode(reply.error)), (error) => Effect.fail(error))
      })
    )
  return { look }
})
