import { Schema } from "effect"
import { FailureReason, ServiceError } from "../domain/Failure.ts"
import { escapeControls } from "../domain/Text.ts"

/** A setting has a value that it cannot have, or none (in git's configuration: a key without `=`). */
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
    const standing = value === undefined ? "has no value" : `is "${escapeControls(value)}"`
    return {
      code: "setting_invalid",
      message: `Setting ${name} (${escapeControls(origin)}) ${standing}; expected ${expected}.`,
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

/** Somebody asks for a setting that there is not. */
export class SettingUnknown extends FailureReason<SettingUnknown>()(
  "SettingUnknown",
  { name: Schema.String, near: Schema.Array(Schema.String) },
  ({ name, near }) => {
    const guess = near.length === 0 ? "" : `Did you mean ${near.join(" or ")}? `
    return {
      code: "setting_unknown",
      message: `There is no setting ${escapeControls(name)}.`,
      hint: `${guess}ultragit config shows all settings.`
    }
  }
) {}

/** A setting was to be given a value that it cannot have. Nothing is written. */
export class SettingRefused extends FailureReason<SettingRefused>()(
  "SettingRefused",
  { name: Schema.String, value: Schema.String, expected: Schema.String },
  ({ expected, name, value }) => ({
    code: "setting_refused",
    message: `${name} cannot be "${escapeControls(value)}"; expected ${expected}.`,
    hint: "Nothing was written."
  })
) {}

/** One more value was given to a setting that has only one. Nothing is written. */
export class SettingSingle extends FailureReason<SettingSingle>()(
  "SettingSingle",
  { name: Schema.String },
  ({ name }) => ({
    code: "setting_single",
    message: `${name} has one value: nothing can be added to it.`,
    hint: `In place of the one it has: ultragit config set ${name.replace("ultragit.", "")} <value>`
  })
) {}

/** There is no repository whose configuration could be written. */
export class SettingHomeless extends FailureReason<SettingHomeless>()(
  "SettingHomeless",
  { directory: Schema.String },
  ({ directory }) => ({
    code: "not_a_repository",
    message: `Not a git repository: ${escapeControls(directory)}`,
    hint: "With --global it is written for all your repositories; --repo names another one."
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

/** The one error of settings; it speaks with its reason's words. */
export class SettingsError extends ServiceError<SettingsError>()("SettingsError", Reason) {}
