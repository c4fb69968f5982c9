import { Effect, Option } from "effect"
import { type ConfigEntry, Git } from "../adapters/git/Git.ts"
import { type ConfigFile, GitWrites } from "../adapters/git/GitWrites.ts"
import { findEntries, splitValues } from "./candidates.ts"
import { type Definition, findDefinition, type SettingValue } from "./definitions.ts"
import { Settings } from "./Settings.ts"
import { type SettingOrigin } from "./SettingsValues.ts"
import { SettingHomeless, SettingRefused, SettingSingle, SettingsError, SettingUnknown } from "./SettingsError.ts"
import { findSimilarSettings } from "./unknownSettings.ts"

type Setting = Definition<SettingValue>

/** Longest part of a value that a sentence shows, in characters. */
const maxShownCharacters = 200

const configKey = ({ name }: Setting): string => `ultragit.${name}`

/** The setting of a name, `ultragit.` in front or not, case aside. Fails with `SettingUnknown`. */
export const findSetting = (name: string): Effect.Effect<Setting, SettingsError> => {
  const bare = name.trim().replace(/^ultragit\./i, "")
  const found = findDefinition(bare)
  if (found !== undefined) return Effect.succeed(found)
  const short = bare.slice(0, 100)
  return Effect.fail(
    new SettingsError({ reason: new SettingUnknown({ name: short, near: findSimilarSettings(short) }) })
  )
}

/** A setting as it stands. Fails with `SettingUnknown`. */
export const readSetting = Effect.fn("Settings.now")(function* (name: string) {
  const { name: bare } = yield* findSetting(name)
  const origins = yield* (yield* Settings).origins
  return yield* Effect.fromOption(
    Option.fromUndefinedOr(origins.find((origin) => origin.name === `ultragit.${bare}`))
  ).pipe(Effect.orDie)
})

/** What a change did. */
export interface SettingChange {
  readonly now: SettingOrigin
  /** Whether a file was written. */
  readonly changed: boolean
  /** One sentence for each thing that is not as one would expect. */
  readonly warnings: ReadonlyArray<string>
}

/** What the values would mean beside those that are there, if they can be. Fails with `SettingRefused`. */
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

/** A subsection has a case: `ultragit.Confidence.recency` is another key to git and the same setting to us. */
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
    `${now.detail} is stronger: ${now.name} is ${formatValue(now.value) === "" ? "empty" : formatValue(now.value)}.`
  ]
}

/** A list of a narrower scope stands in place of a wider one's, not beside it. */
const describeShadowing = (before: SettingOrigin, entries: ReadonlyArray<ConfigEntry>): ReadonlyArray<string> => {
  const text = formatValue(before.value)
  if (entries.length > 0 || text === "") return []
  return [`This stands in place of ${text} (${before.detail}), not beside it.`]
}

/**
 * Writes a setting to git's configuration, checked first: in place of what the file says of it, or, with `add`, as
 * further values of a list. Fails with `SettingUnknown`, `SettingRefused`, `SettingSingle`, `SettingHomeless`, where
 * nothing is written, and with `GitError`, where git may have written some of several values.
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

/** Takes a setting out of git's configuration. Fails as {@link setSetting}. */
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
    warnings: left.map(({ origin }) => `${configKey(setting)} still stands in ${origin}, which was not written.`)
  }
  return changed
})
