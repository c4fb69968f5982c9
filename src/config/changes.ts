import { Effect, Option } from "effect"
import { type ConfigEntry, Git } from "../adapters/git/Git.ts"
import { type ConfigFile, GitWrites } from "../adapters/git/GitWrites.ts"
import { findEntries, splitValues } from "./candidates.ts"
import type { Definition, SettingValue } from "./define.ts"
import { findDefinition } from "./definitions.ts"
import { Settings } from "./Settings.ts"
import { type SettingOrigin } from "./SettingsValues.ts"
import { SettingHomeless, SettingRefused, SettingSingle, SettingsError, SettingUnknown } from "./SettingsError.ts"
import { findSimilarSettings } from "./unknownSettings.ts"

type Setting = Definition<SettingValue>

/** Maximum length of a value in a message, in characters. */
const maxShownCharacters = 200

const configKey = ({ name }: Setting): string => `ultragit.${name}`

/** Finds a setting by name, with or without `ultragit.`, ignoring case. Fails with `SettingUnknown`. */
export const findSetting = (name: string): Effect.Effect<Setting, SettingsError> => {
  const bare = name.trim().replace(/^ultragit\./i, "")
  const found = findDefinition(bare)
  if (found !== undefined) return Effect.succeed(found)
  const short = bare.slice(0, 100)
  return Effect.fail(
    new SettingsError({ reason: new SettingUnknown({ name: short, near: findSimilarSettings(short) }) })
  )
}

/** Reads the current value of a setting. Fails with `SettingUnknown`. */
export const readSetting = Effect.fn("Settings.now")(function* (name: string) {
  const { name: bare } = yield* findSetting(name)
  const origins = yield* (yield* Settings).origins
  return yield* Effect.fromOption(
    Option.fromUndefinedOr(origins.find((origin) => origin.name === `ultragit.${bare}`))
  ).pipe(Effect.orDie)
})

/** The result of a change. */
export interface SettingChange {
  readonly now: SettingOrigin
  /** Whether git's configuration was changed. */
  readonly changed: boolean
  /** One sentence for each unexpected effect. */
  readonly warnings: ReadonlyArray<string>
}

/** Decodes the existing and the new values together. Fails with `SettingRefused`. */
const checkValues = (
  setting: Setting,
  there: ReadonlyArray<string>,
  values: ReadonlyArray<string>
): Effect.Effect<SettingValue, SettingsError> => {
  const all = [...there, ...values]
  const counting = setting.listKind === "none" ? all : all.slice(all.lastIndexOf("") + 1)
  const refused = new SettingRefused({
    name: configKey(setting),
    value: values.join(", ").slice(0, maxShownCharacters),
    expected: setting.expected
  })
  return Effect.mapError(
    Effect.fromOption(setting.decode(splitValues(setting, counting))),
    () => new SettingsError({ reason: refused })
  )
}

const readEntries = Effect.fnUntraced(function* (setting: Setting, file: ConfigFile) {
  const git = yield* Git
  if (file === "local") {
    yield* Effect.catchReason(git.repository, "GitError", "NotARepository", ({ directory }) =>
      Effect.fail(new SettingsError({ reason: new SettingHomeless({ directory }) }))
    )
  }
  return findEntries(yield* git.config, setting).filter(({ scope }) => scope === file)
})

/**
 * Removes entries that spell the subsection differently: git distinguishes `ultragit.Confidence.recency` by case,
 * settings do not.
 */
const removeSpellingVariants = Effect.fnUntraced(function* (
  setting: Setting,
  file: ConfigFile,
  entries: ReadonlyArray<ConfigEntry>
) {
  const writes = yield* GitWrites
  const keys = new Set(entries.map(({ key }) => key))
  keys.delete(configKey(setting).toLowerCase())
  for (const key of keys) yield* writes.replaceConfig(key, [], file)
})

const formatValue = (value: SettingValue): string =>
  (typeof value === "object" ? value.join(", ") : String(value)).slice(0, maxShownCharacters)

const isSame = (a: SettingValue, b: SettingValue): boolean => JSON.stringify(a) === JSON.stringify(b)

const describeOverride = (now: SettingOrigin, wanted: SettingValue): ReadonlyArray<string> => {
  if (now.problem !== undefined) return [now.problem.message]
  if (isSame(now.value, wanted)) return []
  return [
    `${now.detail} takes precedence: ${now.name} is ${formatValue(now.value) === "" ? "empty" : formatValue(now.value)}.`
  ]
}

/** Warns that a list in a narrower scope replaces the list of a wider scope. */
const describeShadowing = (before: SettingOrigin, entries: ReadonlyArray<ConfigEntry>): ReadonlyArray<string> => {
  const text = formatValue(before.value)
  if (entries.length > 0 || text === "") return []
  return [`This replaces ${text} (${before.detail}) rather than adding to it.`]
}

/**
 * Validates a setting and writes it to git's configuration: replaces its values in that file or, with `add`, appends to
 * a list. Fails with `SettingUnknown`, `SettingRefused`, `SettingSingle` or `SettingHomeless` before anything is
 * written, and with `GitError`, after which some of several values may have been written.
 */
export const setSetting = Effect.fn("Settings.set")(function* (input: {
  readonly name: string
  readonly values: ReadonlyArray<string>
  readonly file: ConfigFile
  readonly add: boolean
}) {
  const { add, file, values } = input
  const setting = yield* findSetting(input.name)
  if (add && setting.listKind === "none") {
    return yield* new SettingsError({ reason: new SettingSingle({ name: configKey(setting) }) })
  }
  const writes = yield* GitWrites
  const entries = yield* readEntries(setting, file)
  const before = yield* readSetting(setting.name)
  const wanted = yield* checkValues(setting, add ? entries.map(({ value }) => value) : [], values)
  if (add) for (const value of values) yield* writes.addConfig(configKey(setting), value, file)
  else {
    yield* removeSpellingVariants(setting, file, entries)
    yield* writes.replaceConfig(configKey(setting), values, file)
  }
  const now = yield* readSetting(setting.name)
  const stronger = describeOverride(now, wanted)
  const warnings = stronger.length === 0 && add ? describeShadowing(before, entries) : stronger
  const changed: SettingChange = { now, changed: true, warnings }
  return changed
})

/** Removes a setting from git's configuration. Fails like {@link setSetting}. */
export const unsetSetting = Effect.fn("Settings.unset")(function* (input: {
  readonly name: string
  readonly file: ConfigFile
}) {
  const setting = yield* findSetting(input.name)
  const writes = yield* GitWrites
  const entries = yield* readEntries(setting, input.file)
  yield* removeSpellingVariants(setting, input.file, entries)
  if (entries.length > 0) yield* writes.replaceConfig(configKey(setting), [], input.file)
  const left = yield* readEntries(setting, input.file)
  const changed: SettingChange = {
    now: yield* readSetting(setting.name),
    changed: left.length < entries.length,
    warnings: left.map(({ origin }) => `${configKey(setting)} is still set in ${origin}, which was not changed.`)
  }
  return changed
})
