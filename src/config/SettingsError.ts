import { Schema } from "effect"
import type { Failure } from "../domain/Failure.ts"
import { escapeControls } from "../domain/Text.ts"

/** A setting has a value that it cannot have. */
export class SettingInvalid extends Schema.TaggedError<SettingInvalid>()("SettingInvalid", {
  name: Schema.String,
  value: Schema.String,
  origin: Schema.String,
  expected: Schema.String
}) {}

/** A settings file cannot be read or parsed. */
export class SettingsFileUnreadable extends Schema.TaggedError<SettingsFileUnreadable>()("SettingsFileUnreadable", {
  file: Schema.String,
  detail: Schema.String
}) {}

/** The one error of the `Settings` service. */
export class SettingsError
  extends Schema.TaggedError<SettingsError>()("SettingsError", {
    reason: Schema.Union([SettingInvalid, SettingsFileUnreadable])
  })
  implements Failure
{
  get code(): string {
    return this.reason._tag === "SettingInvalid" ? "setting_invalid" : "settings_file_unreadable"
  }
  override get message(): string {
    const { reason } = this
    return reason._tag === "SettingInvalid"
      ? `Setting ${reason.name} (${escapeControls(reason.origin)}) is "${escapeControls(reason.value)}"; expected ${reason.expected}.`
      : `Cannot read ${reason.file}: ${reason.detail}.`
  }
  get hint(): string | undefined {
    return this.reason._tag === "SettingInvalid"
      ? "Correct it or remove it there; the default then holds."
      : "Correct the file or remove it."
  }
}
