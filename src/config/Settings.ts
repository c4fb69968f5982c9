import { Context, Effect, type FileSystem, Layer, Path, Semaphore } from "effect"
import { type Git, GitDirectory } from "../adapters/git/Git.ts"
import { GitEnvironment } from "../adapters/git/GitEnvironment.ts"
import type { GitError } from "../adapters/git/GitError.ts"
import { cacheWhileUnchanged } from "../adapters/git/process/FileFingerprint.ts"
import { loadSettings } from "./load.ts"
import type { SettingsError } from "./SettingsError.ts"
import { SettingsFlags } from "./SettingsFlags.ts"
import type { ServerValues, SettingOrigin, SettingsValues } from "./SettingsValues.ts"

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
  const loading = Effect.provideContext(loadSettings(start), services)
  const current = cacheWhileUnchanged(loading, (loaded) => loaded.files).pipe(Semaphore.withPermit(one))

  return {
    values: Effect.flatMap(current, (loaded) => Effect.fromResult(loaded.values)),
    server: Effect.flatMap(current, (loaded) => Effect.fromResult(loaded.server)),
    origins: Effect.map(current, (loaded) => loaded.origins),
    problems: Effect.map(current, (loaded) => loaded.problems),
    warnings: Effect.map(current, (loaded) => loaded.warnings)
  }
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
