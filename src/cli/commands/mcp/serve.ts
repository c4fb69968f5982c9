import { parseArgs } from "node:util"
import { Effect, Layer, MutableRef, Option, References, Result } from "effect"
import type { Failure } from "../../../domain/Failure.ts"
import { hasConfigValue } from "../../../adapters/git/process/ConfigProbe.ts"
import { Backend } from "../../kit/Backend.ts"
import { Environment } from "../../kit/Environment.ts"
import { exitCodes, toExitCode } from "../../kit/failures.ts"
import { InterruptedCode } from "../../kit/ExitCode.ts"
import { logLevelFromEnvironment, logger } from "../../kit/log.ts"
import { provideRepository } from "../../kit/layers.ts"

/** Flags of `ultragit mcp start`. */
interface ServerFlags {
  readonly repo: string
  readonly noteref: Option.Option<string>
  readonly toolsets: Option.Option<ReadonlyArray<string>>
  /** File of the commit index. */
  readonly db: Option.Option<string>
  /** Folder of repositories. */
  readonly root: Option.Option<string>
  /** File with the address of a Gitblit server. */
  readonly envFile: Option.Option<string>
}

const loadServer = Effect.all(
  [
    Effect.promise(() => import("../../../serving/stdio/serve.ts")),
    Effect.promise(() => import("../../../serving/server/ServedToolset.ts")),
    Effect.promise(() => import("../../../serving/server/serverLog.ts"))
  ],
  { concurrency: 3 }
).pipe(Effect.map(([{ serve }, { select }, { serverLog }]) => ({ select, serve, serverLog })))

const variables = ["ULTRAGIT_TOOLSETS", "ULTRAGIT_MAX_MESSAGE_BYTES", "ULTRAGIT_MAXMESSAGEBYTES"]
const isSetInEnvironment = Effect.map(Environment, (env) => variables.some((name) => env[name] !== undefined))

/**
 * The settings of the server itself. None if neither the environment nor git's configuration has any, which spares
 * loading the settings. If they cannot be read, the server starts anyway, and each call fails with the reason.
 */
const serverSettings = Effect.gen(function* () {
  const isConfigured =
    (yield* isSetInEnvironment) || (yield* hasConfigValue(["ultragit.toolsets", "ultragit.maxMessageBytes"]))
  if (!isConfigured) return Option.none()
  const backend = yield* Backend
  return yield* backend.serverSettings.pipe(
    Effect.asSome,
    Effect.catch((error) => Effect.as(Effect.logWarning(error.message), Option.none()))
  )
})

const loadRecorder = (repository: string) =>
  Effect.flatMap(
    Effect.promise(() => import("../../../agents/answering/recordCalls.ts")),
    ({ makeCallRecorder }) => makeCallRecorder(repository)
  )

/** Serves the tools on standard input and output until input ends. */
export const serveTools = Effect.fn("Cli.serveTools")(function* (input: ServerFlags) {
  MutableRef.set(yield* InterruptedCode, exitCodes.success)
  const backend = yield* Backend
  const [{ select, serve, serverLog }, registry, settings] = yield* Effect.all(
    [loadServer, backend.toolsets, serverSettings],
    { concurrency: 3 }
  )
  const configured = Option.map(settings, ({ toolsets }) => toolsets)
  const names = Option.getOrElse(
    Option.orElse(input.toolsets, () => configured),
    () => []
  )
  const toolsets = yield* select(registry, names)
  const log = yield* Layer.build(serverLog(yield* References.MinimumLogLevel))
  const recorder = yield* Effect.cached(loadRecorder(input.repo))
  yield* serve({
    name: "ultragit",
    version: backend.version,
    toolsets,
    repository: input.repo,
    afterCall: (call) => Effect.flatMap(recorder, (record) => record(call)),
    ...(Option.isSome(settings) ? { maxMessageBytes: settings.value.maxMessageBytes } : {})
  }).pipe(Effect.provideContext(log))
}, Effect.scoped)

const tryParse = Result.try

/** Parses a simple `mcp start`. Returns none for help, mistakes and global flags, which the full parser handles. */
const parsePlainStart = (args: ReadonlyArray<string>): Option.Option<ServerFlags> => {
  if (args[0] !== "mcp" || args[1] !== "start") return Option.none()
  const text = { type: "string" } as const
  const options = { repo: text, noteref: text, toolsets: text, db: text, root: text, "env-file": text }
  const parsed = tryParse(() => parseArgs({ args: args.slice(2), options, strict: true, allowPositionals: false }))
  return Option.map(Result.getSuccess(parsed), ({ values }) => ({
    repo: values.repo ?? "",
    noteref: Option.fromNullishOr(values.noteref),
    toolsets: Option.map(Option.fromNullishOr(values.toolsets), (list) => list.split(",")),
    db: Option.fromNullishOr(values.db),
    root: Option.fromNullishOr(values.root),
    envFile: Option.fromNullishOr(values["env-file"])
  }))
}

/**
 * Runs a simple `mcp start`, bypassing the command line's parser, because clients wait for the server to start. Succeeds
 * with the exit code. Returns none for any other command line.
 */
export const runPlainStart = (args: ReadonlyArray<string>) =>
  Option.map(parsePlainStart(args), (input) =>
    Effect.gen(function* () {
      const served: Effect.Effect<number, Failure, Backend> = Effect.as(serveTools(input), exitCodes.success)
      return yield* toExitCode(served, "text").pipe(
        provideRepository(input),
        Effect.provideService(References.CurrentLoggers, new Set([logger])),
        Effect.provideService(References.MinimumLogLevel, yield* logLevelFromEnvironment)
      )
    })
  )
