import type { EvidenceMode } from "./evidenceModes.ts"
import type { SettingValue } from "./define.ts"
import type { SettingsError } from "./SettingsError.ts"

/** The source of a value, in order of precedence. */
export type Source = "flag" | "environment" | "git config" | "tracked file" | "default"

/** The values of all settings. */
export interface SettingsValues {
  /** Full ref name under `refs/notes/`. */
  readonly noteRef: string
  /** Globs of the paths to answer for; empty means all. */
  readonly include: ReadonlyArray<string>
  /** Globs of the paths to ignore. */
  readonly exclude: ReadonlyArray<string>
  /** Toolsets served over MCP. */
  readonly toolsets: ReadonlyArray<string>
  /** Format of the text of the four questions' answers over MCP. */
  readonly answerText: "json" | "markdown"
  /** For which lines `read` quotes history. */
  readonly evidence: EvidenceMode
  /** Whether an agent's first edit of a unit is denied to give it constraints. */
  readonly gate: "off" | "once"
  /** Time limit of one hook of an agent, in milliseconds. */
  readonly hookTimeout: number
  /** What becomes of agents' sessions. */
  readonly sessions: "draft" | "write" | "off"
  /** Whether the language model sees agents' sessions. */
  readonly sessionsModel: "off" | "on"
  /** Remotes to share notes with. */
  readonly syncRemote: ReadonlyArray<string>
  /** Remotes to share imported pull requests with. */
  readonly syncPulls: ReadonlyArray<string>
  /** Token budget of an answer without `max_tokens`; 0 means unlimited. */
  readonly maxTokens: number
  /** Maximum regions in one `read`. */
  readonly maxRegions: number
  /** Maximum dependents in one `deps`. */
  readonly maxResults: number
  /** Maximum entries in one `history`. */
  readonly historyLimit: number
  /** Maximum hops along `related_annotations`. */
  readonly depth: number
  /** Timeout of one git process, in seconds. */
  readonly gitTimeout: number
  /** Time limit for reading the files of a folder summary, in seconds. */
  readonly folderTimeout: number
  /** Maximum size of an MCP message, in bytes. */
  readonly maxMessageBytes: number
  /** Folder of the repositories of the toolset gitblit; empty if there is none. */
  readonly gitblitRoot: string
  /** Whether a server keeps a commit-graph of its own. */
  readonly commitGraph: "on" | "off"
  /** Whether a server watches the folders of an indexed work tree. */
  readonly codeWatch: "on" | "off"
  /** Weights of the confidence factors and the half-life of recency in days (spec annotations §4). */
  readonly confidence: {
    readonly recency: number
    readonly contextLevel: number
    readonly anchorStability: number
    readonly provenance: number
    readonly halfLifeDays: number
  }
}

/** The settings that a server reads when it starts. */
export type ServerValues = Pick<SettingsValues, "toolsets" | "maxMessageBytes" | "gitblitRoot">

/** The current value of a setting, with its source. */
export interface SettingOrigin {
  /** Name as in git's configuration: `ultragit.maxTokens`. */
  readonly name: string
  /** The effective value. If it is invalid: the first 200 characters as written. */
  readonly value: SettingValue
  readonly source: Source
  /** File, variable or flag, for messages. */
  readonly detail: string
  /** Why the value is invalid or uncertain. */
  readonly problem?: SettingsError
}
