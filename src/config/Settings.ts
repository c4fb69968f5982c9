import { Context, Effect, type FileSystem, Layer, Path, Semaphore } from "effect"
import { type Git, GitDirectory } from "../adapters/git/Git.ts"
import { GitEnvironment } from "../adapters/git/GitEnvironment.ts"
import type { GitError } from "../adapters/git/GitError.ts"
import { cacheWhileUnchanged } from "../adapters/git/process/FileFingerprint.ts"
import { loadSettings } from "./load.ts"
import type { SettingsError } from "./SettingsError.ts"
import { SettingsFlags } from "./SettingsFlags.ts"
import type { ServerValues, SettingOrigin, SettingsValues } from "./SettingsValues.ts"

/** Caches the loaded settings until one of their files changes. Outside a repository nothing is cached. */
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

/**
 * All settings, reloaded when one of their files changes. Precedence: flag, environment, git config,
 * `.ultragit-config.toml`, default.
 */
export class Settings extends Context.Service<
  Settings,
  {
    /** The current values. */
    readonly values: Effect.Effect<SettingsValues, SettingsError | GitError>
    /**
     * The values that a server needs to start. An invalid value of another setting does not fail them, and the tracked
     * file cannot set them.
     */
    readonly server: Effect.Effect<ServerValues, SettingsError | GitError>
    /** Every setting with its source, including invalid ones. */
    readonly origins: Effect.Effect<ReadonlyArray<SettingOrigin>, GitError>
    /** All errors: invalid values and an unreadable tracked file. */
    readonly problems: Effect.Effect<ReadonlyArray<SettingsError>, GitError>
    /** One sentence for each unknown key or variable and for each key that the tracked file may not set. */
    readonly warnings: Effect.Effect<ReadonlyArray<string>, GitError>
  }
>()("ultragit/config/Settings") {
  static readonly layerNoDeps = Layer.effect(Settings, make)
}
