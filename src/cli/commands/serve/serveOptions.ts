import { readFileSync, statSync } from "node:fs"
import { basename, resolve } from "node:path"
import { Option, Result } from "effect"
import type { Certificate } from "../../../adapters/http/listen.ts"
import { type AddressRanges, parseRanges } from "../../../adapters/http/peers.ts"
import { escapeControls, formatCount } from "../../../domain/Text.ts"
import type { RepositorySources } from "../../../serving/http/RepositoryNames.ts"
import { type Address, boundNames, checkExposure, isLocal, parseAddress } from "./address.ts"
import { type AuthFlags, type AuthOptions, readAuthOptions } from "./authOptions.ts"
import { readConfig } from "./readConfig.ts"
import type { ServeConfig } from "./ServeConfig.ts"

/** The flags of `ultragit serve`. */
export interface ServeInput extends AuthFlags {
  readonly config: Option.Option<string>
  readonly listen: Option.Option<string>
  readonly repos: ReadonlyArray<string>
  readonly roots: ReadonlyArray<string>
  readonly hosts: ReadonlyArray<string>
  readonly grace: Option.Option<number>
  readonly tlsCert: Option.Option<string>
  readonly tlsKey: Option.Option<string>
  readonly behindProxy: ReadonlyArray<string>
  readonly metricsFrom: ReadonlyArray<string>
  readonly toolsets: Option.Option<ReadonlyArray<string>>
}

/** What flags and file say together, checked. */
export interface ServeOptions {
  readonly address: Address
  readonly repositories: RepositorySources
  readonly hostNames: ReadonlyArray<string>
  readonly graceMillis: number
  readonly certificate: Certificate | undefined
  readonly proxies: AddressRanges
  readonly mustBeNear: boolean
  readonly metricsFrom: AddressRanges
  readonly auth: AuthOptions
  /** Undefined: the setting. */
  readonly maxBodyBytes: number | undefined
  readonly toolsets: ReadonlyArray<string> | undefined
}

type Checked<A> = Result.Result<A, string>

const defaultListen = "127.0.0.1:7337"
const defaultGraceSeconds = 10
const maxGraceSeconds = 3_600

const noConfig: ServeConfig = {}

const given = <A>(flags: ReadonlyArray<A>, configured: ReadonlyArray<A> | undefined): ReadonlyArray<A> =>
  flags.length > 0 ? flags : (configured ?? [])

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true

/** Parses `NAME=PATH` of each `--repo`. */
const parseRepositories = (repos: ReadonlyArray<string>): Checked<ReadonlyMap<string, string>> =>
  Result.gen(function* () {
    const named = new Map<string, string>()
    for (const repo of repos) {
      const [, name, path] = /^([^=/]{1,255})=(.+)$/s.exec(repo) ?? []
      if (name === undefined || path === undefined) {
        return yield* Result.fail(`--repo takes NAME=PATH, not ${escapeControls(repo)}.`)
      }
      if (named.has(name)) return yield* Result.fail(`--repo names ${escapeControls(name)} more than once.`)
      named.set(name, resolve(path))
    }
    return named
  })

/** Resolves the folders to serve; without any, the working directory under its name. */
const resolveSources = (input: ServeInput, config: ServeConfig): Checked<RepositorySources> =>
  Result.gen(function* () {
    const flags = yield* parseRepositories(input.repos)
    const hasFlags = flags.size > 0 || input.roots.length > 0
    const named = new Map(hasFlags ? flags : Object.entries(config.repositories ?? {}))
    const roots = (hasFlags ? input.roots : (config.roots ?? [])).map((root) => resolve(root))
    const missing = [...named.values(), ...roots].find((path) => !isFolder(path))
    if (missing !== undefined) return yield* Result.fail(`There is no folder ${escapeControls(missing)}.`)
    if (named.size === 0 && roots.length === 0) named.set(basename(resolve(".")), resolve("."))
    return { named, roots }
  })

const readPem = (option: string, file: string): Checked<string> =>
  Result.try({
    try: () => readFileSync(file, "utf8"),
    catch: (cause) => `${option}: ${escapeControls(cause instanceof Error ? cause.message : String(cause))}`
  })

const readCertificate = (input: ServeInput, config: ServeConfig): Checked<Certificate | undefined> =>
  Result.gen(function* () {
    const cert = Option.getOrElse(input.tlsCert, () => config.tlsCert)
    const key = Option.getOrElse(input.tlsKey, () => config.tlsKey)
    if (cert === undefined && key === undefined) return undefined
    if (cert === undefined || key === undefined) return yield* Result.fail("--tls-cert and --tls-key go together.")
    return { cert: yield* readPem("--tls-cert", cert), key: yield* readPem("--tls-key", key) }
  })

const readRanges = (option: string, ranges: ReadonlyArray<string>): Checked<AddressRanges> => {
  const parsed = parseRanges(ranges)
  return parsed === undefined
    ? Result.fail(`${option} takes addresses and ranges such as 10.0.0.0/8, not ${escapeControls(ranges.join(", "))}.`)
    : Result.succeed(parsed)
}

const checkGrace = (seconds: number): Checked<number> =>
  seconds < 0 || seconds > maxGraceSeconds
    ? Result.fail(`--grace takes 0 to ${formatCount(maxGraceSeconds, "second")}.`)
    : Result.succeed(seconds * 1000)

/** Combines the flags with the file of `--config`; flags win. Fails with a sentence. */
export const readServeOptions = (input: ServeInput): Checked<ServeOptions> =>
  Result.gen(function* () {
    const config = Option.isSome(input.config) ? yield* readConfig(input.config.value) : noConfig
    const address = yield* parseAddress(Option.getOrElse(input.listen, () => config.listen ?? defaultListen))
    const certificate = yield* readCertificate(input, config)
    const proxies = given(input.behindProxy, config.behindProxy)
    const auth = yield* readAuthOptions(input, config)
    yield* checkExposure(address, {
      isAuthenticated: auth.mode !== "none",
      hasCertificate: certificate !== undefined,
      isBehindProxy: proxies.length > 0
    })
    return {
      address,
      repositories: yield* resolveSources(input, config),
      hostNames: [...given(input.hosts, config.hosts), ...boundNames(address)],
      graceMillis: yield* checkGrace(Option.getOrElse(input.grace, () => config.graceSeconds ?? defaultGraceSeconds)),
      certificate,
      proxies: yield* readRanges("--behind-proxy", proxies),
      mustBeNear: certificate === undefined && !isLocal(address),
      metricsFrom: yield* readRanges("--metrics-from", given(input.metricsFrom, config.metricsFrom)),
      auth,
      maxBodyBytes: config.maxBodyBytes,
      toolsets: Option.getOrElse(input.toolsets, () => config.toolsets)
    }
  })
