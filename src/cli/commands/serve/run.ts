import { statSync } from "node:fs"
import { basename, resolve } from "node:path"
import { Effect, Layer, MutableRef, Option, References, Result } from "effect"
import { escapeControls, formatCount } from "../../../domain/Text.ts"
import { select } from "../../../serving/server/ServedToolset.ts"
import { serverLog } from "../../../serving/server/serverLog.ts"
import { serveHttp } from "../../../serving/http/serveHttp.ts"
import type { RepositorySources } from "../../../serving/http/RepositoryNames.ts"
import { Backend } from "../../kit/Backend.ts"
import { InterruptedCode } from "../../kit/ExitCode.ts"
import { exitCodes } from "../../kit/failures.ts"
import { writeOutput } from "../../kit/output.ts"
import { usageError } from "../../kit/query.ts"

interface ServeInput {
  readonly listen: string
  readonly repos: ReadonlyArray<string>
  readonly roots: ReadonlyArray<string>
  readonly hosts: ReadonlyArray<string>
  readonly grace: number
  readonly toolsets: Option.Option<ReadonlyArray<string>>
}

interface Address {
  readonly host: string
  readonly port: number
}

/** Parses `HOST:PORT`, `[::1]:PORT` or `PORT`. */
const parseAddress = (text: string): Result.Result<Address, string> => {
  const found = /^(?:(\[[0-9a-fA-F:.]+\]|[^:[\]\s]+):)?(\d{1,5})$/.exec(text)
  const port = Number(found?.[2])
  if (found === null || port > 65_535) return Result.fail(`--listen takes HOST:PORT, not ${escapeControls(text)}.`)
  return Result.succeed({ host: (found[1] ?? "127.0.0.1").replace(/^\[|\]$/g, ""), port })
}

const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|::1)$/

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true

/** Resolves the folders to serve. Fails with a sentence for a folder that does not exist. */
const resolveSources = ({ repos, roots }: ServeInput): Result.Result<RepositorySources, string> =>
  Result.gen(function* () {
    const named = new Map<string, string>()
    for (const given of repos) {
      const [, name, path] = /^([^=/]{1,255})=(.+)$/s.exec(given) ?? []
      if (name === undefined || path === undefined) {
        return yield* Result.fail(`--repo takes NAME=PATH, not ${escapeControls(given)}.`)
      }
      if (named.has(name)) return yield* Result.fail(`--repo names ${escapeControls(name)} more than once.`)
      named.set(name, resolve(path))
    }
    const missing = [...named.values(), ...roots.map((root) => resolve(root))].find((path) => !isFolder(path))
    if (missing !== undefined) return yield* Result.fail(`There is no folder ${escapeControls(missing)}.`)
    if (named.size === 0 && roots.length === 0) named.set(basename(resolve(".")), resolve("."))
    return { named, roots: roots.map((root) => resolve(root)) }
  })

const describe = ({ named, roots }: RepositorySources, { host }: Address, port: number): string => {
  const base = `http://${host.includes(":") ? `[${host}]` : host}:${port}`
  const urls = [...named.keys()].map((name) => `${base}/r/${encodeURIComponent(name)}/mcp`)
  const below = roots.map((root) => `${base}/r/NAME/mcp for each repository below ${escapeControls(root)}`)
  return [...urls, ...below].map((line) => `${line}\n`).join("")
}

const maxGraceSeconds = 3_600

/** Serves the tools over HTTP until it is stopped. Prints the addresses once it listens. */
export const runServe = Effect.fn("Cli.serve")(function* (input: ServeInput) {
  const address = yield* Result.match(parseAddress(input.listen), {
    onFailure: (message) => usageError("serve", message),
    onSuccess: Effect.succeed
  })
  if (!loopback.test(address.host)) {
    const reason = `--listen ${escapeControls(address.host)} is not an address of this machine alone, and the server has no authentication yet`
    return yield* usageError("serve", `${reason}: use 127.0.0.1, behind a proxy that authenticates.`)
  }
  if (input.grace < 0 || input.grace > maxGraceSeconds) {
    return yield* usageError("serve", `--grace takes 0 to ${formatCount(maxGraceSeconds, "second")}.`)
  }
  const repositories = yield* Result.match(resolveSources(input), {
    onFailure: (message) => usageError("serve", message),
    onSuccess: Effect.succeed
  })
  MutableRef.set(yield* InterruptedCode, exitCodes.success)
  const backend = yield* Backend
  const settings = yield* Effect.option(backend.serverSettings)
  const names = Option.getOrElse(input.toolsets, () =>
    Option.match(settings, { onNone: () => [], onSome: (all) => all.toolsets })
  )
  const toolsets = yield* select(yield* backend.toolsets, names)
  const log = yield* Layer.build(serverLog(yield* References.MinimumLogLevel))
  return yield* serveHttp({
    name: "ultragit",
    version: backend.version,
    toolsets,
    ...address,
    repositories,
    hostNames: input.hosts,
    maxBodyBytes: Option.match(settings, { onNone: () => 10 * 1024 * 1024, onSome: (all) => all.maxMessageBytes }),
    graceMillis: input.grace * 1000,
    onListening: (port) => Effect.ignore(writeOutput(describe(repositories, address, port)))
  }).pipe(Effect.provideContext(log))
}, Effect.scoped)
