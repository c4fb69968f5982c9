import { Schema } from "effect"
import type { Failure } from "../domain/Failure.ts"

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
export class SettingsError extends Schema.TaggedError<SettingsError>()("SettingsError", {
  reason: Schema.Union([SettingInvalid, SettingsFileUnreadable])
}) implements Failure {
  get code(): string {
    return this.reason._tag === "SettingInvalid" ? "setting_invalid" : "settings_file_unreadable"
  }
  override get message(): string {
    return this.reason._tag === "SettingInvalid"
      ? `Setting ${this.reason.name} (${this.reason.origin}) is ${JSON.stringify(this.reason.value)}; expected ${this.reason.expected}.`
      : `Cannot read ${this.reason.file}: ${this.reason.detail}`
  }
  get hint(): string | undefined {
    return this.reason._tag === "SettingInvalid"
      ? `Correct or remove it: git config --unset ${this.reason.name}, the environment variable or the file line.`
      : "Correct the file or remove it."
  }
}
