import { Effect, Option } from "effect"
import { type ConfigEntry, Git } from "../adapters/git/Git.ts"
import { type ConfigFile, GitWrites } from "../adapters/git/GitWrites.ts"
import { entriesOf, meant } from "./candidates.ts"
import { type Definition, definitionOf, type SettingValue } from "./definitions.ts"
import { Settings } from "./Settings.ts"
import { type SettingOrigin } from "./SettingsValues.ts"
import { SettingHomeless, SettingRefused, SettingSingle, SettingsError, SettingUnknown } from "./SettingsError.ts"
import { nearSettings } from "./unknown.ts"

type Setting = Definition<SettingValue>

/** Longest part of a value that a sentence shows, in characters. */
const longestShown = 200

const keyOf = ({ name }: Setting): string => `ultragit.${name}`

/** The setting of a name, `ultragit.` in front or not, case aside. Fails with `SettingUnknown`. */
export const findSetting = (name: string): Effect.Effect<Setting, SettingsError> => {
  const bare = name.trim().replace(/^ultragit\./i, "")
  const found = definitionOf(bare)
  if (found !== undefined) return Effect.succeed(found)
  const short = bare.slice(0, 100)
  return Effect.fail(new SettingsError({ reason: new SettingUnknown({ name: short, near: nearSettings(short) }) }))
}

/** A setting as it stands. Fails with `SettingUnknown`. */
export const settingNow = Effect.fn("Settings.now")(function* (name: string) {
  const { name: bare } = yield* findSetting(name)
  const origins = yield* (yield* Settings).origins
  return yield* Effect.fromOption(
    Option.fromUndefinedOr(origins.find((origin) => origin.name === `ultragit.${bare}`))
  ).pipe(Effect.orDie)
})

/** What a change did. */
export interface Changed {
  readonly now: SettingOrigin
  /** Whether a file was written. */
  readonly changed: boolean
  /** One sentence for each thing that is not as one would expect. */
  readonly warnings: ReadonlyArray<string>
}

/** What the values would mean beside those that are there, if they can be. Fails with `SettingRefused`. */
const checked = (
  setting: Setting,
  there: ReadonlyArray<string>,
  values: ReadonlyArray<string>
): Effect.Effect<SettingValue, SettingsError> => {
  const all = [...there, ...values]
  const counting = setting.several === "no" ? all : all.slice(all.lastIndexOf("") + 1)
  const refused = new SettingRefused({
    name: keyOf(setting),
    value: values.join(", ").slice(0, longestShown),
    expected: setting.expected
  })
  return Effect.mapError(
    Effect.fromOption(setting.decode(meant(setting, counting))),
    () => new SettingsError({ reason: refused })
  )
}

const standing = Effect.fnUntraced(function* (setting: Setting, file: ConfigFile) {
  const git = yield* Git
  if (file === "local") {
    yield* Effect.catchReason(git.repository, "GitError", "NotARepository", ({ directory }) =>
      Effect.fail(new SettingsError({ reason: new SettingHomeless({ directory }) }))
    )
  }
  return entriesOf(yield* git.config, setting).filter(({ scope }) => scope === file)
})

/** A subsection has a case: `ultragit.Confidence.recency` is another key to git and the same setting to us. */
const takeOutVariants = Effect.fnUntraced(function* (
  setting: Setting,
  file: ConfigFile,
  entries: ReadonlyArray<ConfigEntry>
) {
  const writes = yield* GitWrites
  const keys = new Set(entries.map(({ key }) => key))
  keys.delete(keyOf(setting).toLowerCase())
  for (const key of keys) yield* writes.replaceConfig(key, [], file)
})

const textOf = (value: SettingValue): string =>
  (typeof value === "object" ? value.join(", ") : String(value)).slice(0, longestShown)

const isSame = (a: SettingValue, b: SettingValue): boolean => JSON.stringify(a) === JSON.stringify(b)

const overruled = (now: SettingOrigin, wanted: SettingValue): ReadonlyArray<string> => {
  if (now.problem !== undefined) return [now.problem.message]
  if (isSame(now.value, wanted)) return []
  return [`${now.detail} is stronger: ${now.name} is ${textOf(now.value) === "" ? "empty" : textOf(now.value)}.`]
}

/** A list of a narrower scope stands in place of a wider one's, not beside it. */
const hidden = (before: SettingOrigin, entries: ReadonlyArray<ConfigEntry>): ReadonlyArray<string> => {
  const text = textOf(before.value)
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
  if (add && setting.several === "no") {
    return yield* new SettingsError({ reason: new SettingSingle({ name: keyOf(setting) }) })
  }
  const writes = yield* GitWrites
  const entries = yield* standing(setting, file)
  const before = yield* settingNow(setting.name)
  const wanted = yield* checked(setting, add ? entries.map(({ value }) => value) : [], values)
  if (add) for (const value of values) yield* writes.addConfig(keyOf(setting), value, file)
  else {
    yield* takeOutVariants(setting, file, entries)
    yield* writes.replaceConfig(keyOf(setting), values, file)
  }
  const now = yield* settingNow(setting.name)
  const stronger = overruled(now, wanted)
  const warnings = stronger.length === 0 && add ? hidden(before, entries) : stronger
  const changed: Changed = { now, changed: true, warnings }
  return changed
})

/** Takes a setting out of git's configuration. Fails as {@link setSetting}. */
export const unsetSetting = Effect.fn("Settings.unset")(function* (input: {
  readonly name: string
  readonly file: ConfigFile
}) {
  const setting = yield* findSetting(input.name)
  const writes = yield* GitWrites
  const entries = yield* standing(setting, input.file)
  yield* takeOutVariants(setting, input.file, entries)
  if (entries.length > 0) yield* writes.replaceConfig(keyOf(setting), [], input.file)
  const left = yield* standing(setting, input.file)
  const changed: Changed = {
    now: yield* settingNow(setting.name),
    changed: left.length < entries.length,
    warnings: left.map(({ origin }) => `${keyOf(setting)} still stands in ${origin}, which was not written.`)
  }
  return changed
})
