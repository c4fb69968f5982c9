import type { ConfigEntry } from "../adapters/git/Git.ts"
import type { Source } from "./SettingsValues.ts"

/** The value that one source gives for one setting, not yet validated. */
export interface Candidate {
  readonly values: ReadonlyArray<string>
  readonly source: Source
  /** File, variable or flag, for messages. */
  readonly detail: string
  /** The scope of git's configuration it came from. */
  readonly scope?: ConfigEntry["scope"]
  /** Set if there is no usable value: a key without `=`, or a list with items that are not strings. */
  readonly malformed?: true
}

/** The candidates of one source, by setting name as in `definitions`. */
export type Candidates = ReadonlyMap<string, Candidate>

/** Name of the tracked settings file in the root of the worktree. */
export const trackedFileName = ".ultragit-config.toml"
