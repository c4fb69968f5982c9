/** The clients whose sessions are read. */
export const sessionClients = ["claude-code", "codex", "gemini", "opencode", "copilot", "entire"] as const
export type SessionClient = (typeof sessionClients)[number]

/** The names of the clients' programs, for people. */
export const clientTitles: Record<SessionClient, string> = {
  "claude-code": "Claude Code",
  codex: "Codex",
  gemini: "Gemini CLI",
  opencode: "OpenCode",
  copilot: "Copilot CLI",
  entire: "Entire"
}

/** What a person wrote, or what the agent wrote to that person. */
export interface SessionText {
  readonly kind: "prompt" | "said"
  readonly text: string
  /** Milliseconds since 1970; 0 if unknown. */
  readonly time: number
}

/** Lines that the agent wrote into a file. */
export interface SessionEdit {
  readonly kind: "edit"
  /** As the client recorded it, with `/` as separator: absolute, or relative to the working folder. */
  readonly path: string
  readonly added: ReadonlyArray<string>
  readonly removed: ReadonlyArray<string>
  readonly time: number
}

/** A commit that git reported to the agent. */
export interface SessionCommit {
  readonly kind: "commit"
  readonly abbreviatedId: string
  readonly subject: string
  readonly time: number
}

export type SessionEntry = SessionText | SessionEdit | SessionCommit

/** Records of a transcript that were not used, by the reason. */
export interface SkippedRecords {
  /** Not JSON, or not an object. */
  invalid: number
  /** Lines over the limit. */
  oversized: number
  /** Types that this version does not know. */
  unknown: number
}

/** A session of an agent, as every client's transcript is read. */
export interface Session {
  readonly client: SessionClient
  /** The program that ran the session, for people: `Claude Code`. */
  readonly agent: string
  readonly id: string
  /** Absolute path of the transcript, or its place in a ref. */
  readonly file: string
  /** The working folders in the order in which they were first used. Empty if the client records none. */
  readonly folders: ReadonlyArray<string>
  readonly branches: ReadonlyArray<string>
  /** The model that answered most; undefined if unknown. */
  readonly model: string | undefined
  /** In the order in which they were recorded. */
  readonly entries: ReadonlyArray<SessionEntry>
  readonly toolCalls: Readonly<Record<string, number>>
  readonly skipped: Readonly<SkippedRecords>
}
