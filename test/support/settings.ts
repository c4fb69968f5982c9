import { NodeServices } from "@effect/platform-node"
import { ConfigProvider, Effect, Layer } from "effect"
import { Settings } from "../../src/config/Settings.ts"
import { SettingsFlags } from "../../src/config/SettingsFlags.ts"
import { GitDirectory } from "../../src/adapters/git/Git.ts"
import { GitEnvironment } from "../../src/adapters/git/GitEnvironment.ts"
import { GitProcess } from "../../src/adapters/git/GitProcess.ts"
import { GitWriteProcess } from "../../src/adapters/git/GitWriteProcess.ts"
import { isolation } from "./runGit.ts"

/** How the program that asks for settings was started. */
export interface Given {
  readonly directory: string
  readonly flags?: typeof SettingsFlags.Service
  /** The program's own variables. */
  readonly env?: Readonly<Record<string, string>>
  /** Arguments that git gets in addition. */
  readonly gitEnv?: Readonly<Record<string, string>>
}

const layerOf = ({ directory, env = {}, flags = {}, gitEnv = {} }: Given) =>
  Layer.mergeAll(Settings.layerNoDeps, GitWriteProcess.layerNoDeps).pipe(
    Layer.provideMerge(GitProcess.layerNoDeps),
    Layer.provide([
      NodeServices.layer,
      Layer.succeed(GitDirectory)(directory),
      Layer.succeed(GitEnvironment)({ PATH: "/usr/local/bin:/usr/bin:/bin", ...isolation, ...gitEnv }),
      Layer.succeed(SettingsFlags)(flags),
      ConfigProvider.layer(ConfigProvider.fromEnvRecord(env))
    ])
  )

/** Runs an effect on settings and git as a program that was started so would. */
export const settingsOf =
  (given: Given) =>
  <A, E>(effect: Effect.Effect<A, E, Layer.Success<ReturnType<typeof layerOf>>>): Effect.Effect<A, E> =>
    effect.pipe(Effect.provide(layerOf(given), { local: true }))

/** Asks the settings of a program that was started so. */
export const asked = <A, E>(given: Given, ask: (settings: Settings["Service"]) => Effect.Effect<A, E>) =>
  settingsOf(given)(Effect.flatMap(Settings, ask))

export const valuesOf = (given: Given) => asked(given, (settings) => settings.values)
export const warningsOf = (given: Given) => asked(given, (settings) => settings.warnings)
export const problemsOf = (given: Given) =>
  Effect.map(
    asked(given, (settings) => settings.problems),
    (problems) => problems.map(({ message }) => message)
  )
