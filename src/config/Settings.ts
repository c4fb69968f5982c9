import { Context, Effect, type FileSystem, Layer, Path, Semaphore } from "effect"
import { type Git, GitDirectory } from "../adapters/git/Git.ts"
import { GitEnvironment } from "../adapters/git/GitEnvironment.ts"
import type { GitError } from "../adapters/git/GitError.ts"
import { keepWhileUnchanged } from "../adapters/git/process/WatchedFiles.ts"
import type { SettingValue } from "./definitions.ts"
import { load } from "./load.ts"
import type { SettingsError } from "./SettingsError.ts"
import { SettingsFlags } from "./SettingsFlags.ts"

/** Where a value came from, strongest first. */
export type Source = "flag" | "environment" | "git config" | "tracked file" | "default"

/** Every setting, typed. */
export interface SettingsValues {
  /** Full ref name, expanded and checked, under `refs/notes/`. */
  readonly noteRef: string
  /** Globs; when not empty, only matching paths are answered for. */
  readonly include: ReadonlyArray<string>
  /** Globs of paths that are not answered for. */
  readonly exclude: ReadonlyArray<string>
  /** Names of the toolsets served over MCP. */
  readonly toolsets: ReadonlyArray<string>
  /** Names of the remotes that notes are shared with. */
  readonly syncRemote: ReadonlyArray<string>
  /** Budget of an answer without `max_tokens`, in tokens; 0: none. */
  readonly maxTokens: number
  /** Regions in one `read`. */
  readonly maxRegions: number
  /** Dependents in one `deps`. */
  readonly maxResults: number
  /** Entries in one `history`. */
  readonly historyLimit: number
  /** Hops along `related_annotations`. */
  readonly depth: number
  /** Seconds one git call may take. */
  readonly gitTimeout: number
  /** Largest MCP message, in bytes. */
  readonly maxMessageBytes: number
  /** Weights of the confidence factors and the half-life of recency in days (spec annotations §4). */
  readonly confidence: {
    readonly recency: number
    readonly contextLevel: number
    readonly anchorStability: number
    readonly provenance: number
    readonly halfLifeDays: number
  }
}

/** What a server is started with. */
export type ServerValues = Pick<SettingsValues, "toolsets" | "maxMessageBytes">

/** One setting as it stands, and where it came from. */
export interface SettingOrigin {
  /** As in git's configuration: `ultragit.maxTokens`. */
  readonly name: string
  /** As it holds; the first 200 characters of what is written, where that cannot hold. */
  readonly value: SettingValue
  readonly source: Source
  /** File, variable or flag, for the reader. */
  readonly detail: string
  /** Why it cannot hold. */
  readonly problem?: SettingsError
}

/** Keeps what was loaded while none of the files behind it changes; nothing is kept where there is no repository. */
const make = Effect.gen(function* () {
  const path = yield* Path.Path
  const start = {
    flags: yield* SettingsFlags,
    directory: path.resolve(yield* GitDirectory),
    env: yield* GitEnvironment
  }
  const services = yield* Effect.context<Git | FileSystem.FileSystem | Path.Path>()
  const one = yield* Semaphore.make(1)
  const loading = Effect.provideContext(load(start), services)
  const current = keepWhileUnchanged(loading, (loaded) => loaded.files).pipe(Semaphore.withPermit(one))

  return Settings.of({
    values: Effect.flatMap(current, (loaded) => Effect.fromResult(loaded.values)),
    server: Effect.flatMap(current, (loaded) => Effect.fromResult(loaded.server)),
    origins: Effect.map(current, (loaded) => loaded.origins),
    problems: Effect.map(current, (loaded) => loaded.problems),
    warnings: Effect.map(current, (loaded) => loaded.warnings)
  })
})

/** All settings, read anew when a file behind them has changed: flag > environment > git config > `.ultragit-config.toml` > default. */
export class Settings extends Context.Service<
  Settings,
  {
    /** The values now; read again when one of the files behind them has changed. */
    readonly values: Effect.Effect<SettingsValues, SettingsError | GitError>
    /** What a server needs at its start, whatever is wrong with other settings: a stranger has no say in it. */
    readonly server: Effect.Effect<ServerValues, SettingsError | GitError>
    /** Each setting with its source, also where it cannot hold. */
    readonly origins: Effect.Effect<ReadonlyArray<SettingOrigin>, GitError>
    /** Everything for which there are no values: bad ones, a tracked file that cannot be read. */
    readonly problems: Effect.Effect<ReadonlyArray<SettingsError>, GitError>
    /** Keys and variables that no setting has, keys the tracked file may not set: one sentence each. */
    readonly warnings: Effect.Effect<ReadonlyArray<string>, GitError>
  }
>()("ultragit/config/Settings") {
  static readonly layerNoDeps = Layer.effect(Settings, make)
}
