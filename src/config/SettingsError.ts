import { Schema } from "effect"
import { FailureReason, ServiceError } from "../domain/Failure.ts"
import { escapeControls } from "../domain/Text.ts"

/** A setting has an invalid value, or no value (in git's configuration, a key without `=`). */
export class SettingInvalid extends FailureReason<SettingInvalid>()(
  "SettingInvalid",
  {
    name: Schema.String,
    value: Schema.optionalKey(Schema.String),
    origin: Schema.String,
    expected: Schema.String,
    remedy: Schema.String
  },
  ({ expected, name, origin, remedy, value }) => {
    const state = value === undefined ? "has no value" : `is "${escapeControls(value)}"`
    return {
      code: "setting_invalid",
      message: `Setting ${name} (${escapeControls(origin)}) ${state}; expected ${expected}.`,
      hint: remedy
    }
  }
) {}

/** A settings file cannot be read or parsed. */
export class SettingsFileUnreadable extends FailureReason<SettingsFileUnreadable>()(
  "SettingsFileUnreadable",
  { file: Schema.String, detail: Schema.String },
  ({ detail, file }) => ({
    code: "settings_file_unreadable",
    message: `Cannot read ${file}: ${escapeControls(detail)}.`,
    hint: "Correct the file or remove it."
  })
) {}

/** The requested setting does not exist. */
export class SettingUnknown extends FailureReason<SettingUnknown>()(
  "SettingUnknown",
  { name: Schema.String, near: Schema.Array(Schema.String) },
  ({ name, near }) => {
    const guess = near.length === 0 ? "" : `Did you mean ${near.join(" or ")}? `
    return {
      code: "setting_unknown",
      message: `Unknown setting: ${escapeControls(name)}`,
      hint: `${guess}To list all settings: ultragit config`
    }
  }
) {}

/** The new value of a setting is invalid. Nothing is written. */
export class SettingRefused extends FailureReason<SettingRefused>()(
  "SettingRefused",
  { name: Schema.String, value: Schema.String, expected: Schema.String },
  ({ expected, name, value }) => ({
    code: "setting_refused",
    message: `Invalid value "${escapeControls(value)}" for ${name}; expected ${expected}.`,
    hint: "Nothing was written."
  })
) {}

/** A value was added to a setting that is not a list. Nothing is written. */
export class SettingSingle extends FailureReason<SettingSingle>()(
  "SettingSingle",
  { name: Schema.String },
  ({ name }) => ({
    code: "setting_single",
    message: `${name} is not a list, so no value can be added.`,
    hint: `To replace its value: ultragit config set ${name.replace("ultragit.", "")} <value>`
  })
) {}

/** There is no repository whose configuration could be written. */
export class SettingHomeless extends FailureReason<SettingHomeless>()(
  "SettingHomeless",
  { directory: Schema.String },
  ({ directory }) => ({
    code: "not_a_repository",
    message: `Not a git repository: ${escapeControls(directory)}`,
    hint: "Use --global to set it for all your repositories, or --repo <path> for another one."
  })
) {}

const Reason = Schema.Union([
  SettingInvalid,
  SettingsFileUnreadable,
  SettingUnknown,
  SettingRefused,
  SettingSingle,
  SettingHomeless
])

/** The error of {@link Settings}. Its code, message and hint are those of its reason. */
export class SettingsError extends ServiceError<SettingsError>()("SettingsError", Reason) {}
