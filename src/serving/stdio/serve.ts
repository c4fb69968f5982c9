import process from "node:process"
import type { Readable } from "node:stream"
import { type CallToolResult } from "@modelcontextprotocol/server"
import { serveStdio } from "@modelcontextprotocol/server/stdio"
import {
  Deferred,
  type Duration,
  Effect,
  Exit,
  Fiber,
  FiberSet,
  Layer,
  Logger,
  type LogLevel,
  References,
  Scheduler,
  Scope
} from "effect"
import { limitYoungGeneration } from "../../adapters/runtime/limitYoungGeneration.ts"
import { escapeJson } from "../../domain/Text.ts"
import type { ProtocolOutput } from "./Outbox.ts"
import { surviveCrashes } from "../server/processEvents.ts"
import { type Served, ToolServer } from "../server/Server.ts"
import { StdioTransport } from "./StdioTransport.ts"
import { reserveStdout } from "./stdoutGuard.ts"
import { makeTimeSlices } from "../server/TimeSlices.ts"
import type { Caller, ServedToolset } from "../server/ServedToolset.ts"

/** Options of a server. */
export interface ServeOptions {
  /** Program name sent to clients. */
  readonly name: string
  readonly version: string
  readonly toolsets: ReadonlyArray<ServedToolset>
  /** Largest message in bytes. Default: 10 MiB. */
  readonly maxMessageBytes?: number | undefined
  /** How long to wait for pending requests after end of input. Default: 30 s. */
  readonly grace?: Duration.Input | undefined
}

export interface Streams {
  readonly input: Readable
  readonly output: ProtocolOutput
}

/** Maximum length of `instructions` in bytes (spec mcp §2). */
const maxInstructionsBytes = 1024

/** How long to wait for the scope to close at the end. */
const closeTimeout: Duration.Input = "2 seconds"

/** Joins the instructions of the toolsets, as many as fit. */
const joinInstructions = (toolsets: ReadonlyArray<ServedToolset>): string =>
  toolsets.reduce((text, { instructions }) => {
    const longer = text === "" ? instructions : `${text}\n${instructions}`
    return Buffer.byteLength(longer) <= maxInstructionsBytes ? longer : text
  }, "")

/** Opens all toolsets with a shared memo map, and makes the runner of their calls. */
const open = Effect.fnUntraced(function* (options: ServeOptions) {
  const memoMap = yield* Layer.makeMemoMap
  const callers: ReadonlyArray<Caller> = yield* Effect.forEach(options.toolsets, (toolset) => toolset.open(memoMap))
  const run = yield* FiberSet.makeRuntimePromise<never, CallToolResult, never>()
  const served: Served = {
    name: options.name,
    version: options.version,
    instructions: joinInstructions(options.toolsets),
    contracts: () => Promise.all(options.toolsets.map((toolset) => toolset.contracts())).then((each) => each.flat()),
    call: (name, given) => {
      for (const caller of callers) {
        const result = caller(name, given)
        if (result !== undefined) return result
      }
      return undefined
    },
    run: (effect, { signal }) => run(effect, { signal })
  }
  return served
})

/** Waits until the output is broken, or input has ended and all requests are answered, at most for the grace period. */
const waitUntilDone = Effect.fnUntraced(function* (transport: StdioTransport, grace: Duration.Input) {
  const reason = yield* Effect.promise(() => transport.ended)
  if (reason === "broken output") return
  yield* Effect.promise(() => transport.answered().then(() => transport.flushed())).pipe(Effect.timeoutOption(grace))
})

const connect = Effect.fnUntraced(function* (options: ServeOptions, streams: Streams) {
  const served = yield* open(options)
  const log = Effect.runForkWith(yield* Effect.context())
  const transport = new StdioTransport({ ...streams, maxMessageBytes: options.maxMessageBytes })
  yield* Effect.acquireRelease(
    Effect.sync(() =>
      serveStdio(({ era }) => new ToolServer(served, era), {
        transport,
        onerror: (error) => void log(Effect.logDebug("Protocol", error.message))
      })
    ),
    (handle) => Effect.promise(() => handle.close().then(() => transport.flushed()))
  )
  return transport
})

/** Waits for work with a timeout that holds even if the work, or the wait itself, is uninterruptible. */
const withTimeout = Effect.fnUntraced(function* (work: Effect.Effect<void>, limit: Duration.Input) {
  const done = yield* Deferred.make<void>()
  yield* work.pipe(Effect.ensuring(Deferred.succeed(done, undefined)), Effect.forkDetach)
  const timer = yield* Effect.sleep(limit).pipe(Effect.andThen(Deferred.succeed(done, undefined)), Effect.forkDetach)
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

/** Logs to standard error as one line of JSON per entry, from `level` up. */
export const serverLog = (level: LogLevel.LogLevel): Layer.Layer<never> =>
  Layer.mergeAll(
    Logger.layer([Logger.withConsoleError(Logger.map(Logger.formatJson, escapeJson))]),
    Layer.succeed(References.MinimumLogLevel, level)
  )

/** Limits the young generation once the services of the first call are loaded. */
const limitOnceLoaded = Effect.map(
  Effect.cached(limitYoungGeneration),
  (limitHeap) =>
    (toolset: ServedToolset): ServedToolset => ({
      ...toolset,
      open: (memoMap) => toolset.open(memoMap, limitHeap)
    })
)

/**
 * Serves the toolsets on standard input and output (spec mcp §1). Succeeds at end of input or when the output is broken. On
 * interruption, which the runner triggers at SIGTERM and SIGINT, closes connections first; the runner sets exit code 0.
 * Keeps everything except the protocol off standard output.
 */
export const serve = Effect.fn("Mcp.serve")(function* (options: ServeOptions) {
  const toolsets = options.toolsets.map(yield* limitOnceLoaded)
  const output = yield* reserveStdout
  yield* surviveCrashes
  yield* serveOver({ ...options, toolsets }, { input: process.stdin, output })
}, Effect.scoped)
