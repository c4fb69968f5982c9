import type { ConfigEntry } from "../Git.ts"

const emptyVariable = "ULTRAGIT_NOTHING"

type Keys = ReadonlyArray<Pick<ConfigEntry, "key">>

/** What empties settings for one call: options before the subcommand, and the variable that they read. */
export interface EmptySettings {
  readonly options: ReadonlyArray<string>
  readonly env: Readonly<Record<string, string>>
}

/**
 * Empties some settings of each subsection that `pattern` finds in a key, such as `clean` of each `filter.<name>`. Through
 * the environment, because the name of a subsection may contain `=`.
 */
const emptySettings = (config: Keys, pattern: RegExp, names: ReadonlyArray<string>): EmptySettings => {
  const sections = config.flatMap(({ key }) => pattern.exec(key)?.[1] ?? [])
  return {
    options: Array.from(new Set(sections)).flatMap((section) =>
      names.map((name) => `--config-env=${section}.${name}=${emptyVariable}`)
    ),
    env: { [emptyVariable]: "" }
  }
}

/** Has no filter of the configuration run. */
export const withoutFilters = (config: Keys): EmptySettings =>
  emptySettings(config, /^(filter\..+)\.[^.]+$/s, ["clean", "process", "required"])

/**
 * Has no hook of the configuration run (git 2.54), which `core.hooksPath` does not switch off. An empty `enabled` is false.
 * By name, because a hook may be named such that git takes `hook.<event>.enabled` for a setting of that hook.
 */
export const withoutHooks = (config: Keys): EmptySettings => emptySettings(config, /^(hook\..*)\.event$/s, ["enabled"])
