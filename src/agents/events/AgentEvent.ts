import type { CommitCommand } from "./findCommits.ts"

/** The coding agents whose hooks this program answers, by the names of `--client`. */
export const hookClients = ["claude-code", "codex", "cursor", "gemini", "copilot", "opencode"] as const
export type HookClient = (typeof hookClients)[number]

/** A file that an agent reads or changes. Its texts have the line ends of Unix, whatever the file has. */
export interface Place {
  /** As the agent gave it: absolute, or relative to its working folder. */
  readonly path: string
  /** Texts of the file that are replaced. Empty: see `lines` and `content`. */
  readonly replaced: ReadonlyArray<string>
  /** What replaces them, in the same order; absent where nothing is replaced. */
  readonly replacements?: ReadonlyArray<string>
  /** The lines that are read, from 1; absent for the whole file. */
  readonly lines?: { readonly start: number; readonly end: number }
  /** The content that a file is overwritten with. */
  readonly content?: string
}

/** Fields of every event. */
interface EventFields {
  /** In whose form the answer is printed. */
  readonly client: HookClient
  /** The event's name as the client gave it, which some answers repeat. */
  readonly name: string
  /** Identifies the conversation; empty if the client does not say. */
  readonly session: string
  /** Identifies the subagent of the conversation; empty for its main agent, and if the client does not say. */
  readonly agent: string
  /** Absolute path of the agent's working folder. */
  readonly folder: string
}

/** A session begins, or goes on with what it knew removed (`isReset`). */
export interface SessionStarted extends EventFields {
  readonly kind: "session-start"
  readonly isReset: boolean
}

/** The conversation is about to be compacted, in clients where no session starts after it. */
interface Compacted extends EventFields {
  readonly kind: "compaction"
}

/** A file is read or about to be changed; `isAfter`: it was, because text cannot reach the model earlier. */
export interface FileEvent extends EventFields {
  readonly kind: "read" | "edit"
  readonly isAfter: boolean
  readonly places: ReadonlyArray<Place>
}

/** A command of the shell that makes a commit has ended. */
export interface CommandRun extends EventFields {
  readonly kind: "command"
  /** Never empty. */
  readonly commits: ReadonlyArray<CommitCommand>
  /** What it printed, if the client says. */
  readonly output?: string
}

/** A turn or the session has ended. */
export interface SessionEnded extends EventFields {
  readonly kind: "session-end"
  /** Absolute path of the session's transcript, if the client says. */
  readonly transcript?: string
}

/** What a client tells its hooks, in one form for all clients. */
export type AgentEvent = SessionStarted | Compacted | FileEvent | CommandRun | SessionEnded
