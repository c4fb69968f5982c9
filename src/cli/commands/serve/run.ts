import { Effect, Layer, MutableRef, Option, References, Result } from "effect"
import { escapeControls } from "../../../domain/Text.ts"
import { HostSource } from "../../../repositoryHost/service/HostSource.ts"
import { select } from "../../../serving/server/ServedToolset.ts"
import { serverLog } from "../../../serving/server/serverLog.ts"
import { serveHttp } from "../../../serving/http/serveHttp.ts"
import { telemetry } from "../../../serving/http/telemetry.ts"
import { Backend } from "../../kit/Backend.ts"
import { InterruptedCode } from "../../kit/ExitCode.ts"
import { exitCodes } from "../../kit/failures.ts"
import { writeOutput } from "../../kit/output.ts"
import { usageError } from "../../kit/query.ts"
import { urlHost } from "./address.ts"
import { openAuthentication } from "./authOptions.ts"
import { readServeOptions, type ServeInput, type ServeOptions } from "./serveOptions.ts"

/** Lists the addresses. `spans`: whether there are tools that need no repository. */
const describe = (
  { address, certificate, repositories: { named, roots } }: ServeOptions,
  port: number,
  spans: boolean
): string => {
  const base = `${certificate === undefined ? "http" : "https"}://${urlHost(address.host)}:${port}`
  const urls = [...named.keys()].map((name) => `${base}/r/${encodeURIComponent(name)}/mcp`)
  const below = roots.map((root) => `${base}/r/NAME/mcp for each repository below ${escapeControls(root)}`)
  const spanning = spans ? [`${base}/mcp for tools that span repositories`] : []
  return [...urls, ...below, ...spanning].map((line) => `${line}\n`).join("")
}

const defaultMaxBodyBytes = 10 * 1024 * 1024

/** Serves the tools over HTTP until it is stopped. Prints the addresses once it listens. */
export const runServe = Effect.fn("Cli.serve")(function* (input: ServeInput) {
  const options = yield* Result.match(readServeOptions(input), {
    onFailure: (message) => usageError("serve", message),
    onSuccess: Effect.succeed
  })
  MutableRef.set(yield* InterruptedCode, exitCodes.success)
  const backend = yield* Backend
  const settings = Option.getOrUndefined(yield* Effect.option(backend.serverSettings))
  const toolsets = yield* select(yield* backend.toolsets, options.toolsets ?? settings?.toolsets ?? [])
  const log = yield* Layer.build(serverLog(yield* References.MinimumLogLevel))
  const exporters = yield* Effect.provideContext(Layer.build(telemetry(backend.version)), log)
  const { address, auth, ...rest } = options
  const [servedRoot = "", ...otherRoots] = options.repositories.roots
  const authentication = yield* openAuthentication(auth)
  return yield* serveHttp({
    ...rest,
    ...address,
    authentication,
    name: "ultragit",
    version: backend.version,
    toolsets,
    maxBodyBytes: options.maxBodyBytes ?? settings?.maxMessageBytes ?? defaultMaxBodyBytes,
    onListening: (port) => {
      const spans = toolsets.some(({ spansRepositories }) => spansRepositories)
      return Effect.ignore(writeOutput(describe(options, port, spans)))
    }
  }).pipe(
    Effect.provideService(HostSource, otherRoots.length === 0 ? { servedRoot } : {}),
    Effect.provideContext(exporters),
    Effect.provideContext(log)
  )
}, Effect.scoped)
