import { Effect, Option } from "effect"
import { GitEnvironment } from "../../adapters/git/GitEnvironment.ts"
import { type Definition, type SettingValue, variableNames } from "../../config/define.ts"
import { hookDefinitions } from "../../config/hookDefinitions.ts"

/** Reads the values of a key in the listing of the configuration. */
const readConfigured = (config: string, name: string): ReadonlyArray<string> => {
  const start = `ultragit.${name.toLowerCase()}\n`
  return config
    .split("\0")
    .filter((entry) => entry.startsWith(start))
    .map((entry) => entry.slice(start.length))
}

/**
 * Reads the settings of hooks from the environment and from a listing of git's configuration, without the service that
 * loads all settings. An invalid value counts as absent: a hook must not fail, and `ultragit config` reports the value.
 */
export const readHookSettings = Effect.fnUntraced(function* (config: string) {
  const env = yield* GitEnvironment
  const read = <A extends SettingValue>(definition: Definition<A>): A => {
    const variable = variableNames(definition).flatMap((name) => env[name] ?? [])[0]
    const values = variable === undefined ? readConfigured(config, definition.name).slice(-1) : [variable]
    return Option.getOrElse(definition.decode(values), () => definition.fallback)
  }
  return {
    gate: read(hookDefinitions.gate),
    timeoutMillis: read(hookDefinitions.hookTimeout),
    noteRef: read(hookDefinitions.noteRef),
    sessions: read(hookDefinitions.sessions)
  }
})
