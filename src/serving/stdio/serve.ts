import process from "node:process"
import type { Readable } from "node:stream"
import { Context, Deferred, type Duration, Effect, Exit, Fiber, Layer, Scheduler, Scope } from "effect"
import { sleepRunning } from "../../adapters/runtime/runningTime.ts"
import { OpenRepositories } from "../../openRepositories/OpenRepositories.ts"
import { limitHeapOnceLoaded } from "../server/limitHeap.ts"
import { openToolsets, type ServerOptions } from "../server/openToolsets.ts"
import { surviveCrashes } from "../server/processEvents.ts"
import { serveConnection } from "../server/serveConnection.ts"
import { makeTimeSlices } from "../server/TimeSlices.ts"
import type { ProtocolOutput } from "./Outbox.ts"
import { StdioTransport } from "./StdioTransport.ts"
import { reserveStdout } from "./stdoutGuard.ts"

/** Options of a server on two streams. */
export interface ServeOptions extends ServerOptions {
  /** Directory of the repository; empty: found from the environment or the working directory. */
  readonly repository: string
  /** Largest message in bytes. Default: 10 MiB. */
  readonly maxMessageBytes?: number | undefined
  /** How long to wait for pending requests after end of input. Default: 30 s. */
  readonly grace?: Duration.Input | undefined
}

export interface Streams {
  readonly input: Readable
  readonly output: ProtocolOutput
}

/** Running time that the scope has to close at the end. */
const closeTimeout: Duration.Input = "2 seconds"

/** Waits until the output is broken, or input has ended and all requests are answered, at most for the grace period. */
const waitUntilDone = Effect.fnUntraced(function* (transport: StdioTransport, grace: Duration.Input) {
  const reason = yield* Effect.promise(() => transport.ended)
  if (reason === "broken output") return
  yield* Effect.promise(() => transport.answered().then(() => transport.flushed())).pipe(Effect.timeoutOption(grace))
})

const connect = Effect.fnUntraced(function* (options: ServeOptions, streams: Streams) {
  const repositories = yield* Layer.build(OpenRepositories.layer)
  yield* Context.get(repositories, OpenRepositories).keepOpen(options.repository)
  const served = yield* Effect.provideContext(openToolsets(options), repositories)
  const transport = new StdioTransport({ ...streams, maxMessageBytes: options.maxMessageBytes })
  yield* Effect.addFinalizer(() => Effect.promise(() => transport.flushed()))
  yield* serveConnection(served, options, transport)
  return transport
})

/** Waits for work with a timeout that holds even if the work, or the wait itself, is uninterruptible. */
const withTimeout = Effect.fnUntraced(function* (work: Effect.Effect<void>, limit: Duration.Input) {
  const done = yield* Deferred.make<void>()
  yield* work.pipe(Effect.ensuring(Deferred.succeed(done, undefined)), Effect.forkDetach)
  const timer = yield* sleepRunning(limit).pipe(Effect.andThen(Deferred.succeed(done, undefined)), Effect.forkDetach)
  yield* Deferred.await(done)
  yield* Fiber.interrupt(timer)
})

/**
 * Serves the toolsets over two streams until input ends, the output is broken or the fiber is interrupted. Answers requests
 * received before end of input first.
 */
export const serveOver = Effect.fn("Mcp.serveOver")(function* (options: ServeOptions, streams: Streams) {
  const scope = yield* Scope.make()
  yield* connect(options, streams).pipe(
    Scope.provide(scope),
    Effect.flatMap((transport) => waitUntilDone(transport, options.grace ?? "30 seconds")),
    Effect.ensuring(withTimeout(Scope.close(scope, Exit.void), closeTimeout)),
    Effect.provideService(Scheduler.Scheduler, makeTimeSlices())
  )
})

/**
 * Serves the toolsets on standard input and output (spec mcp §1). Succeeds at end of input or when the output is broken. On
 * interruption, which the runner triggers at SIGTERM and SIGINT, closes connections first; the runner sets exit code 0.
 * Keeps everything except the protocol off standard output.
 */
export const serve = Effect.fn("Mcp.serve")(function* (options: ServeOptions) {
  const toolsets = options.toolsets.map(yield* limitHeapOnceLoaded)
  const output = yield* reserveStdout
  yield* surviveCrashes
  yield* serveOver({ ...options, toolsets }, { input: process.stdin, output })
}, Effect.scoped)
