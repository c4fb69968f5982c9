import type { Effect, FileSystem, Result } from "effect"
import type { InstallError } from "./InstallError.ts"
import type { Platform } from "./Platform.ts"

/** How a client starts this server for one repository. */
export interface ServerEntry {
  readonly command: string
  readonly args: ReadonlyArray<string>
  /** Absent where the client does not document it. */
  readonly cwd?: string
}

/** An entry as a client's file has it, by the client's own names. */
export type Members = { readonly [member: string]: unknown }

/** An entry in a client's file. */
export interface KnownEntry {
  readonly name: string
  readonly members: Members
}

/** Why a file cannot be changed: it is no document of its format, or one of a form that is not edited here. */
export interface FormatProblem {
  readonly kind: "unparseable" | "uneditable"
  /** One sentence, with line and column where known. */
  readonly detail: string
}

/** How entries stand in a client's file. Each function takes the whole text and fails with what is wrong with it. */
export interface ConfigFormat {
  readonly entries: (text: string) => Result.Result<ReadonlyArray<KnownEntry>, FormatProblem>
  /** Adds the entry or sets its members, everything else as it was, byte by byte. */
  readonly put: (text: string, name: string, members: Members) => Result.Result<string, FormatProblem>
  /** The reverse; `""` when nothing else is in the document. */
  readonly remove: (text: string, name: string) => Result.Result<string, FormatProblem>
  /** The entry in one line, as it stands among others, to be put in by hand. */
  readonly line: (name: string, members: Members) => string
  /** A document without anything. */
  readonly blank: string
}

/** How a client is told which repository to serve. */
export interface Told {
  /** By the server's working directory, by `--repo` among the arguments, or both. */
  readonly by: "cwd" | "argument" | "both"
  /** What the client replaces by the folder that holds its project file, if it documents such a variable. */
  readonly variable?: string
}

/** A program that starts MCP servers: where and how it keeps its configuration. A further one is one more file. */
export interface Client {
  /** As in `--client`. */
  readonly name: string
  readonly title: string
  readonly told: Told
  /** Whether it starts servers with the search path of the user's shell. */
  readonly hasShellPath: boolean
  readonly format: ConfigFormat
  /** The entry by the client's own names. */
  readonly membersOf: (entry: ServerEntry) => Members
  /** The other way round, as far as it is there. */
  readonly entryOf: (members: Members) => Members
  /** Its files for one repository, from the root: the first that is there, else the first. None where it has none. */
  readonly projectFiles: ReadonlyArray<string>
  /** Its file for all repositories of a user; absolute. */
  readonly userFile?: (platform: Platform["Service"]) => Effect.Effect<string, InstallError, FileSystem.FileSystem>
  /** How to register for the user where this program does not write the user's file. */
  readonly byHand?: string
  /** What the user must know of an entry in a project file. */
  readonly note?: string
}

/** An entry whose members are those of {@link ServerEntry}. */
export const plain = {
  membersOf: ({ args, command, cwd }: ServerEntry): Members => ({
    command,
    args,
    ...(cwd === undefined ? {} : { cwd })
  }),
  entryOf: ({ args, command, cwd }: Members): Members => ({ command, args, cwd })
}
