import { statSync } from "node:fs"
import { basename, resolve } from "node:path"
import { Option, Result } from "effect"
import type { AddressRanges } from "../../../adapters/http/peers.ts"
import { escapeControls, formatCount } from "../../../domain/Text.ts"
import type { RepositorySources } from "../../../serving/http/RepositoryNames.ts"
import { type Address, parseAddress } from "./address.ts"
import {
  given,
  type ProtectionFlags,
  type ProtectionOptions,
  readHostNames,
  readProtection,
  readRanges
} from "./protection.ts"
import { readConfig } from "./readConfig.ts"
import type { ServeConfig } from "./ServeConfig.ts"

/** The flags of `ultragit serve`. */
export interface ServeInput extends ProtectionFlags {
  readonly config: Option.Option<string>
  readonly listen: Option.Option<string>
  readonly repos: ReadonlyArray<string>
  readonly roots: ReadonlyArray<string>
  readonly hosts: ReadonlyArray<string>
  readonly grace: Option.Option<number>
  readonly metricsFrom: ReadonlyArray<string>
  readonly toolsets: Option.Option<ReadonlyArray<string>>
}

/** What flags and file say together, checked. */
export interface ServeOptions extends ProtectionOptions {
  readonly address: Address
  readonly repositories: RepositorySources
  readonly hostNames: ReadonlyArray<string>
  readonly graceMillis: number
  readonly metricsFrom: AddressRanges
  /** Undefined: the setting. */
  readonly maxBodyBytes: number | undefined
  readonly toolsets: ReadonlyArray<string> | undefined
}

type Checked<A> = Result.Result<A, string>

const defaultListen = "127.0.0.1:7337"
const defaultGraceSeconds = 10
const maxGraceSeconds = 3_600

const noConfig: ServeConfig = {}

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

const maxEncodedNameChars = 2_048

/** Whether an address can have the name as its part: clients drop `.` and `..` from theirs. */
const canBeAsked = (name: string): boolean =>
  !/^\.{0,2}$/.test(name) && name.isWellFormed() && encodeURIComponent(name).length <= maxEncodedNameChars

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
    const nameless = [...named].find(([name]) => !canBeAsked(name))
    return nameless === undefined
      ? { named, roots }
      : yield* Result.fail(
          `No address can have the name ${escapeControls(JSON.stringify(nameless[0]))} for ${escapeControls(nameless[1])}: pass another with --repo NAME=PATH.`
        )
  })

const checkGrace = (seconds: number): Checked<number> =>
  seconds < 0 || seconds > maxGraceSeconds
    ? Result.fail(`--grace takes 0 to ${formatCount(maxGraceSeconds, "second")}.`)
    : Result.succeed(seconds * 1000)

/** Combines the flags with the file of `--config`; flags win. Fails with a sentence. */
export const readServeOptions = (input: ServeInput): Checked<ServeOptions> =>
  Result.gen(function* () {
    const config = Option.isSome(input.config) ? yield* readConfig(input.config.value) : noConfig
    const address = yield* parseAddress(Option.getOrElse(input.listen, () => config.listen ?? defaultListen))
    return {
      ...(yield* readProtection(address, input, config, "--auth tokens or --auth oidc")),
      address,
      repositories: yield* resolveSources(input, config),
      hostNames: yield* readHostNames(given(input.hosts, config.hosts)),
      graceMillis: yield* checkGrace(Option.getOrElse(input.grace, () => config.graceSeconds ?? defaultGraceSeconds)),
      metricsFrom: yield* readRanges("--metrics-from", given(input.metricsFrom, config.metricsFrom)),
      maxBodyBytes: config.maxBodyBytes,
      toolsets: Option.getOrElse(input.toolsets, () => config.toolsets)
    }
  })
