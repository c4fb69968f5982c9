import { Schema } from "effect"
import type { Failure } from "../domain/Failure.ts"
import { escapeControls } from "../domain/Text.ts"

/** A setting has a value that it cannot have, or none (in git's configuration: a key without `=`). */
export class SettingInvalid
  extends Schema.TaggedError<SettingInvalid>()("SettingInvalid", {
    name: Schema.String,
    value: Schema.optionalKey(Schema.String),
    origin: Schema.String,
    expected: Schema.String,
    remedy: Schema.String
  })
  implements Failure
{
  get code(): string {
    return "setting_invalid"
  }
  override get message(): string {
    const standing = this.value === undefined ? "has no value" : `is "${escapeControls(this.value)}"`
    return `Setting ${this.name} (${escapeControls(this.origin)}) ${standing}; expected ${this.expected}.`
  }
  get hint(): string {
    return this.remedy
  }
}

/** A settings file cannot be read or parsed. */
export class SettingsFileUnreadable
  extends Schema.TaggedError<SettingsFileUnreadable>()("SettingsFileUnreadable", {
    file: Schema.String,
    detail: Schema.String
  })
  implements Failure
{
  get code(): string {
    return "settings_file_unreadable"
  }
  override get message(): string {
    return `Cannot read ${this.file}: ${escapeControls(this.detail)}.`
  }
  get hint(): string {
    return "Correct the file or remove it."
  }
}

/** Somebody asks for a setting that there is not. */
export class SettingUnknown
  extends Schema.TaggedError<SettingUnknown>()("SettingUnknown", {
    name: Schema.String,
    near: Schema.Array(Schema.String)
  })
  implements Failure
{
  get code(): string {
    return "setting_unknown"
  }
  override get message(): string {
    return `There is no setting ${escapeControls(this.name)}.`
  }
  get hint(): string {
    const guess = this.near.length === 0 ? "" : `Did you mean ${this.near.join(" or ")}? `
    return `${guess}ultragit config shows all settings.`
  }
}

/** A setting was to be given a value that it cannot have. Nothing is written. */
export class SettingRefused
  extends Schema.TaggedError<SettingRefused>()("SettingRefused", {
    name: Schema.String,
    value: Schema.String,
    expected: Schema.String
  })
  implements Failure
{
  get code(): string {
    return "setting_refused"
  }
  override get message(): string {
    return `${this.name} cannot be "${escapeControls(this.value)}"; expected ${this.expected}.`
  }
  get hint(): string {
    return "Nothing was written."
  }
}

/** One more value was given to a setting that has only one. Nothing is written. */
export class SettingSingle
  extends Schema.TaggedError<SettingSingle>()("SettingSingle", { name: Schema.String })
  implements Failure
{
  get code(): string {
    return "setting_single"
  }
  override get message(): string {
    return `${this.name} has one value: nothing can be added to it.`
  }
  get hint(): string {
    return `In place of the one it has: ultragit config set ${this.name.replace("ultragit.", "")} <value>`
  }
}

/** There is no repository whose configuration could be written. */
export class SettingHomeless
  extends Schema.TaggedError<SettingHomeless>()("SettingHomeless", { directory: Schema.String })
  implements Failure
{
  get code(): string {
    return "not_a_repository"
  }
  override get message(): string {
    return `Not a git repository: ${escapeControls(this.directory)}`
  }
  get hint(): string {
    return "With --global it is written for all your repositories; --repo names another one."
  }
}

const Reason = Schema.Union([
  SettingInvalid,
  SettingsFileUnreadable,
  SettingUnknown,
  SettingRefused,
  SettingSingle,
  SettingHomeless
])

/** The one error of settings; it speaks with its reason's words. */
export class SettingsError
  extends Schema.TaggedError<SettingsError>()("SettingsError", { reason: Reason })
  implements Failure
{
  get code(): string {
    return this.reason.code
  }
  override get message(): string {
    return this.reason.message
  }
  get hint(): string {
    return this.reason.hint
  }
}
