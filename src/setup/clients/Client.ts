import type { Effect, FileSystem, Result } from "effect"
import type { InstallError } from "./InstallError.ts"
import type { Platform } from "./Platform.ts"

/** The command with which a client starts this server for one repository. */
export interface ServerEntry {
  readonly command: string
  readonly args: ReadonlyArray<string>
  /** Absent where the client does not document it. */
  readonly cwd?: string
}

/** A server at an address, for all who may use it. */
export interface RemoteEntry {
  readonly url: string
  /** The environment variable with the caller's token; undefined if the server asks for none. */
  readonly tokenVariable: string | undefined
}

/** The members of a server entry, under the client's own names. */
export type Members = { readonly [member: string]: unknown }

/** A server entry in a client's file. */
export interface NamedEntry {
  readonly name: string
  readonly members: Members
}

/** Why a file cannot be changed: it does not parse, or it is written in a form that this program does not edit. */
export interface FormatProblem {
  readonly kind: "unparseable" | "uneditable"
  /** One sentence, with line and column where known. */
  readonly detail: string
}

/** Reads and edits the entries in a client's file. Each function takes the whole text. */
export interface ConfigFormat {
  readonly entries: (text: string) => Result.Result<ReadonlyArray<NamedEntry>, FormatProblem>
  /** Adds the entry or sets its members. All other bytes stay as they are. */
  readonly put: (text: string, name: string, members: Members) => Result.Result<string, FormatProblem>
  /** Removes the entry. Returns `""` when the document contains nothing else. */
  readonly remove: (text: string, name: string) => Result.Result<string, FormatProblem>
  /** Formats the entry as one line that the user can add to the file by hand. */
  readonly line: (name: string, members: Members) => string
  /** The text of an empty document. */
  readonly emptyDocument: string
}

/** How the server learns which repository to serve. */
interface RepositorySource {
  /** From its working directory, from the `--repo` argument, or both. */
  readonly kind: "cwd" | "argument" | "both"
  /** The variable that the client replaces with the folder of its project file, if it documents one. */
  readonly variable?: string
  /** Whether it starts the server of a project file in the project, so that the entry needs to name no folder. */
  readonly startsInProject?: true
  /** Whether an entry in its user file can serve whichever repository is open: by `variable`, or from its folder. */
  readonly servesAny?: true
}

/** A program that starts MCP servers: where it keeps its configuration, and in which format. */
export interface Client {
  /** The value of `--client`. */
  readonly name: string
  readonly title: string
  readonly repositorySource: RepositorySource
  /** Whether it starts servers with the search path of the user's shell. */
  readonly hasShellPath: boolean
  readonly format: ConfigFormat
  /** Converts an entry to the client's own member names. */
  readonly membersOf: (entry: ServerEntry) => Members
  /** Converts members back to `command`, `args` and `cwd`; absent ones are undefined. */
  readonly entryOf: (members: Members) => Members
  /** Converts a server at an address, with its own form of a variable in place of a token; absent if it knows none such. */
  readonly remoteMembersOf?: (entry: RemoteEntry) => Members
  /** What the user must know about an entry with an address. */
  readonly remoteNote?: string
  /** Its project files, relative to the repository's root. Empty when it has only a user file. */
  readonly projectFiles: ReadonlyArray<string>
  /** Returns the absolute path of its user file, which serves all repositories. */
  readonly userFile?: (platform: Platform["Service"]) => Effect.Effect<string, InstallError, FileSystem.FileSystem>
  /** How to register for the user when this program does not write the user file. */
  readonly manualSteps?: string
  /** What the user must know about an entry in a project file. */
  readonly note?: string
}

/** The header with a token, by a client's own form of a variable. */
export const bearerHeaders = ({ tokenVariable }: RemoteEntry, formatVariable: (name: string) => string): Members =>
  tokenVariable === undefined ? {} : { headers: { Authorization: `Bearer ${formatVariable(tokenVariable)}` } }

/** The conversions of clients that use the member names of {@link ServerEntry}. */
export const plainMembers = {
  membersOf: ({ args, command, cwd }: ServerEntry): Members => ({
    command,
    args,
    ...(cwd === undefined ? {} : { cwd })
  }),
  entryOf: ({ args, command, cwd }: Members): Members => ({ command, args, cwd })
}
