import type { SettingValue } from "./definitions.ts"
import type { SettingsError } from "./SettingsError.ts"

/** Where a value came from, strongest first. */
export type Source = "flag" | "environment" | "git config" | "tracked file" | "default"

/** Every setting, typed. */
export interface SettingsValues {
  /** Full ref name, expanded and checked, under `refs/notes/`. */
  readonly noteRef: string
  /** Globs; when not empty, only matching paths are answered for. */
  readonly include: ReadonlyArray<string>
  /** Globs of paths that are not answered for. */
  readonly exclude: ReadonlyArray<string>
  /** Names of the toolsets served over MCP. */
  readonly toolsets: ReadonlyArray<string>
  /** Names of the remotes that notes are shared with. */
  readonly syncRemote: ReadonlyArray<string>
  /** Budget of an answer without `max_tokens`, in tokens; 0: none. */
  readonly maxTokens: number
  /** Regions in one `read`. */
  readonly maxRegions: number
  /** Dependents in one `deps`. */
  readonly maxResults: number
  /** Entries in one `history`. */
  readonly historyLimit: number
  /** Hops along `related_annotations`. */
  readonly depth: number
  /** Seconds one git call may take. */
  readonly gitTimeout: number
  /** Seconds that the summary of a folder may take. */
  readonly folderTimeout: number
  /** Largest MCP message, in bytes. */
  readonly maxMessageBytes: number
  /** Weights of the confidence factors and the half-life of recency in days (spec annotations §4). */
  readonly confidence: {
    readonly recency: number
    readonly contextLevel: number
    readonly anchorStability: number
    readonly provenance: number
    readonly halfLifeDays: number
  }
}

/** What a server is started with. */
export type ServerValues = Pick<SettingsValues, "toolsets" | "maxMessageBytes">

/** One setting as it stands, and where it came from. */
export interface SettingOrigin {
  /** As in git's configuration: `ultragit.maxTokens`. */
  readonly name: string
  /** As it holds; the first 200 characters of what is written, where that cannot hold. */
  readonly value: SettingValue
  readonly source: Source
  /** File, variable or flag, for the reader. */
  readonly detail: string
  /** Why it cannot hold. */
  readonly problem?: SettingsError
}
