import process from "node:process"
import type { Readable } from "node:stream"
import { setFlagsFromString } from "node:v8"
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
import { escapeJson } from "../../domain/Text.ts"
import type { ProtocolOutput } from "./Outbox.ts"
import { surviveCrashes } from "../server/processEvents.ts"
import { type Served, ToolServer } from "../server/Server.ts"
import { StdioTransport } from "./StdioTransport.ts"
import { reserveStdout } from "./stdoutGuard.ts"
import { makeTimeSlices } from "../server/TimeSlices.ts"
import type { Caller, ServedToolset } from "../server/ServedToolset.ts"

/** What to serve. */
export interface ServeOptions {
  /** Of the program, told to clients. */
  readonly name: string
  readonly version: string
  readonly toolsets: ReadonlyArray<ServedToolset>
  /** Largest message, in bytes; 10 MiB unless given. */
  readonly maxMessageBytes?: number | undefined
  /** How long requests are waited for after end of input; 30 s unless given. */
  readonly grace?: Duration.Input | undefined
}

export interface Streams {
  readonly input: Readable
  readonly output: ProtocolOutput
}

/** Longest `instructions`, in bytes (spec mcp §2). */
const longestInstructions = 1024

/** How long ending may take once nobody is waited for any more. */
const farewell: Duration.Input = "2 seconds"

/** The instructions of the toolsets, as many as fit. */
const instructionsOf = (toolsets: ReadonlyArray<ServedToolset>): string =>
  toolsets.reduce((text, { instructions }) => {
    const longer = text === "" ? instructions : `${text}\n${instructions}`
    return Buffer.byteLength(longer) <= longestInstructions ? longer : text
  }, "")

/** All toolsets behind one caller, building on one memo map, with the runner of their calls. */
const open = Effect.fnUntraced(function* (options: ServeOptions) {
  const memoMap = yield* Layer.makeMemoMap
  const callers: ReadonlyArray<Caller> = yield* Effect.forEach(options.toolsets, (toolset) => toolset.open(memoMap))
  const run = yield* FiberSet.makeRuntimePromise<never, CallToolResult, never>()
  const served: Served = {
    name: options.name,
    version: options.version,
    instructions: instructionsOf(options.toolsets),
    contracts: () => Promise.all(options.toolsets.map((toolset) => toolset.contracts())).then((each) => each.flat()),
    call: (name, given) => {
      for (const caller of callers) {
        const answered = caller(name, given)
        if (answered !== undefined) return answered
      }
      return undefined
    },
    run: (effect, { signal }) => run(effect, { signal })
  }
  return served
})

/** Ends when the output is broken, or when input is over and all that was received is answered, or after the grace. */
const untilOver = Effect.fnUntraced(function* (transport: StdioTransport, grace: Duration.Input) {
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

/** Waits for work that may refuse to end, also where the waiting itself cannot be interrupted. */
const atMost = Effect.fnUntraced(function* (work: Effect.Effect<void>, limit: Duration.Input) {
  const over = yield* Deferred.make<void>()
  yield* work.pipe(Effect.ensuring(Deferred.succeed(over, undefined)), Effect.forkDetach)
  const timer = yield* Effect.sleep(limit).pipe(Effect.andThen(Deferred.succeed(over, undefined)), Effect.forkDetach)
  yield* Deferred.await(over)
  yield* Fiber.interrupt(timer)
})

/**
 * Serves the toolsets over two streams until input ends, the reader is gone or the fiber is interrupted. What was
 * received before end of input is answered and flushed first.
 */
export const serveOver = Effect.fn("Mcp.serveOver")(function* (options: ServeOptions, streams: Streams) {
  const scope = yield* Scope.make()
  yield* connect(options, streams).pipe(
    Scope.provide(scope),
    Effect.flatMap((transport) => untilOver(transport, options.grace ?? "30 seconds")),
    Effect.ensuring(atMost(Scope.close(scope, Exit.void), farewell)),
    Effect.provideService(Scheduler.Scheduler, makeTimeSlices())
  )
})

/** Diagnostics of a server: one line of JSON each on standard error, from `level` up. */
export const serverLog = (level: LogLevel.LogLevel): Layer.Layer<never> =>
  Layer.mergeAll(
    Logger.layer([Logger.withConsoleError(Logger.map(Logger.formatJson, escapeJson))]),
    Layer.succeed(References.MinimumLogLevel, level)
  )

/**
 * Keeps V8 from giving young objects ever more room, which it takes for good: after 10,000 calls that leave nothing
 * behind, 100 MB more would be resident.
 */
const staySmall = Effect.sync(() => setFlagsFromString("--semi-space-growth-factor=1"))

/**
 * Does so once what a first call needs is loaded, before it works with it: what is loaded under other flags V8 compiles
 * anew, Node's own modules as well.
 */
const smallOnceLoaded = Effect.map(Effect.cached(staySmall), (loaded) => (toolset: ServedToolset): ServedToolset => ({
  ...toolset,
  open: (memoMap) => toolset.open(memoMap, loaded)
}))

/**
 * Serves the toolsets on standard input and output (spec mcp §1): succeeds at end of input or when nobody reads any
 * more. Interrupted, as the runner does at SIGTERM and SIGINT, it takes leave first; that the exit code is 0 then is
 * for the runner's teardown. While it runs, nothing but the protocol reaches standard output.
 */
export const serve = Effect.fn("Mcp.serve")(function* (options: ServeOptions) {
  const toolsets = options.toolsets.map(yield* smallOnceLoaded)
  const output = yield* reserveStdout
  yield* surviveCrashes
  yield* serveOver({ ...options, toolsets }, { input: process.stdin, output })
}, Effect.scoped)
