import { type ResourceLimits, Worker } from "node:worker_threads"
import { Data, Duration, Effect, Schema, type Scope, Semaphore } from "effect"
import { timeoutRunning } from "../runtime/runningTime.ts"
import type { Reply, ReplyMessage, RequestMessage, RequestTypes } from "./requests.ts"

/** A thread ended without an answer: it could not start, reached its heap limit, or ended in another way. */
export class ThreadFailed extends Data.TaggedError("ThreadFailed")<{
  readonly reason: "start" | "memory" | "exit"
  readonly detail: string
}> {
  override get message(): string {
    return this.detail
  }
}

/** How to run a thread, whose script calls `answerRequests`. */
export interface ThreadOptions<E> {
  readonly script: URL
  /** Strings that the script finds in `process.argv` from index 2. */
  readonly arguments?: ReadonlyArray<string>
  readonly resourceLimits?: ResourceLimits
  /** Decodes the expected failures of requests. */
  readonly error: Schema.Codec<E, unknown>
  /** How long a thread without requests is kept; by default until the scope closes. */
  readonly idleTimeToLive?: Duration.Input
  /** Called when a thread has started. */
  readonly onStart?: () => void
}

/** How to send one request. */
export interface RequestOptions<E> {
  /** Buffers of the input that are transferred rather than copied. */
  readonly transfer?: ReadonlyArray<ArrayBuffer>
  /** Runs while the thread works on the request. If it fails, so does the request. */
  readonly watch?: (worker: Worker) => Effect.Effect<never, E>
}

/** Sends requests to a thread. */
export interface ThreadClient<Requests extends RequestTypes<Requests>, E> {
  /** Waits for earlier requests. Fails with `ThreadFailed` if the thread ends before it answers. */
  request<Name extends keyof Requests>(
    name: Name,
    input: Requests[Name]["input"],
    options?: RequestOptions<E>
  ): Effect.Effect<Requests[Name]["output"], E | ThreadFailed>
  /** Ends the thread, if it runs, and waits until its memory is free, but not longer than 2 seconds for native code. */
  readonly end: Effect.Effect<void>
}

/** Running time that a thread has to exit. */
const exitTimeout = "2 seconds"

/** Starts the thread. Calls `onEnd` when it exits, even without a pending request. */
const start = <E>(options: ThreadOptions<E>, onEnd: (worker: Worker) => void): Worker => {
  const worker = new Worker(options.script, {
    argv: [...(options.arguments ?? [])],
    resourceLimits: options.resourceLimits ?? {},
    stdout: true,
    stderr: true
  })
  // An error event without a listener would crash the process.
  worker.on("error", () => {})
  worker.on("exit", () => onEnd(worker))
  worker.unref()
  options.onStart?.()
  return worker
}

/** Sends a message and waits for the reply with its id. The process stays alive while it waits. */
const send = <Requests extends RequestTypes<Requests>, Name extends keyof Requests>(
  worker: Worker,
  message: RequestMessage<Requests, Name>,
  transfer: ReadonlyArray<ArrayBuffer>
) =>
  Effect.callback<Reply<Requests[Name]["output"]>, ThreadFailed>((resume) => {
    const settle = (outcome: Effect.Effect<Reply<Requests[Name]["output"]>, ThreadFailed>): void => {
      cleanUp()
      resume(outcome)
    }
    const fail = (reason: ThreadFailed["reason"], detail: string): void =>
      settle(Effect.fail(new ThreadFailed({ reason, detail })))
    const onMessage = ({ id, reply }: ReplyMessage<Requests[Name]["output"]>): void => {
      if (id === message.id) settle(Effect.succeed(reply))
    }
    const onError = (error: Error & { readonly code?: string }): void =>
      fail(error.code === "ERR_WORKER_OUT_OF_MEMORY" ? "memory" : "exit", error.message)
    const onExit = (code: number): void => fail("exit", `exit ${code}`)
    const cleanUp = (): void => {
      worker.off("message", onMessage).off("error", onError).off("exit", onExit)
      worker.unref()
    }
    worker.on("message", onMessage).on("error", onError).on("exit", onExit)
    worker.ref()
    worker.postMessage(message, [...transfer])
    return Effect.sync(cleanUp)
  })

/** Holds the thread of a client: starts it when needed, and ends it when idle. */
const makeHolder = <E>(options: ThreadOptions<E>) => {
  const idleMillis = options.idleTimeToLive === undefined ? undefined : Duration.toMillis(options.idleTimeToLive)
  let current: Worker | undefined
  let exited: Promise<unknown> = Promise.resolve()
  let idleTimer: NodeJS.Timeout | undefined

  const forget = (worker: Worker): void => {
    if (current === worker) current = undefined
  }
  // Does not wait: a busy thread exits only when native code returns.
  const end = (): void => {
    clearTimeout(idleTimer)
    exited = current?.terminate() ?? exited
    current = undefined
  }
  const get = (): Worker => {
    clearTimeout(idleTimer)
    return (current ??= start(options, forget))
  }
  // A timer of Effect would keep the process alive.
  const release = (): void => {
    if (idleMillis !== undefined && current !== undefined) idleTimer = setTimeout(end, idleMillis).unref()
  }
  const waitForExit = (): Promise<unknown> => exited
  return { get, release, end, waitForExit }
}

/**
 * Makes a client of a thread that starts with the first request and ends with the scope. The thread gets one request at
 * a time. If it fails, or if a request that it works on is interrupted, the next request starts another thread: nothing
 * else stops native code. So a thread must be safe to terminate at any time.
 */
export const makeThreadClient = <Requests extends RequestTypes<Requests>, E>(
  options: ThreadOptions<E>
): Effect.Effect<ThreadClient<Requests, E>, never, Scope.Scope> =>
  Effect.gen(function* () {
    const permit = yield* Semaphore.make(1)
    const decode = Schema.decodeUnknownEffect(options.error)
    const thread = makeHolder(options)
    let lastId = 0
    const end = Effect.sync(thread.end)
    yield* Effect.addFinalizer(() => end)

    const getWorker = Effect.try({
      try: thread.get,
      catch: (cause) => new ThreadFailed({ reason: "start", detail: String(cause) })
    })
    const exchange = <Name extends keyof Requests>(
      name: Name,
      input: Requests[Name]["input"],
      { transfer = [], watch }: RequestOptions<E>
    ) =>
      Effect.flatMap(getWorker, (worker): Effect.Effect<Reply<Requests[Name]["output"]>, E | ThreadFailed> => {
        lastId += 1
        const reply = send<Requests, Name>(worker, { id: lastId, name, input }, transfer)
        return watch === undefined ? reply : Effect.raceFirst(reply, watch(worker))
      }).pipe(
        Effect.onError(() => end),
        Effect.ensuring(Effect.sync(thread.release)),
        permit.withPermits(1)
      )
    const request = <Name extends keyof Requests>(
      name: Name,
      input: Requests[Name]["input"],
      how: RequestOptions<E> = {}
    ) =>
      Effect.flatMap(exchange(name, input, how), (reply): Effect.Effect<Requests[Name]["output"], E> => {
        if (reply._tag === "Success") return Effect.succeed(reply.output)
        if (reply._tag === "Defect") return Effect.die(new Error(reply.message))
        return Effect.flatMap(Effect.orDie(decode(reply.error)), (error) => Effect.fail(error))
      })
    const waitForExit = Effect.promise(thread.waitForExit).pipe(timeoutRunning(exitTimeout))
    return { request, end: Effect.andThen(end, Effect.asVoid(waitForExit)) }
  })
