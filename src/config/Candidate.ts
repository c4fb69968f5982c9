import type { ConfigEntry } from "../adapters/git/Git.ts"
import type { Source } from "./SettingsValues.ts"

/** What one source says of one setting, not yet checked. */
export interface Candidate {
  readonly values: ReadonlyArray<string>
  readonly source: Source
  /** File, variable or flag, for the reader. */
  readonly detail: string
  /** Whose file of git's configuration. */
  readonly scope?: ConfigEntry["scope"]
  /** Whatever the values are, they are none: a key without `=`, a list of something else than texts. */
  readonly malformed?: true
}

/** What one source says, by the settings' names in `definitions`. */
export type Candidates = ReadonlyMap<string, Candidate>

/** The name of the file in the work tree's root. */
export const trackedFileName = ".ultragit-config.toml"
