import type { Effect, FileSystem, Result } from "effect"
import type { InstallError } from "./InstallError.ts"
import type { Platform } from "./Platform.ts"

/** How a client starts this server for one repository. */
export interface ServerEntry {
  readonly command: string
  readonly args: ReadonlyArray<string>
  readonly cwd: string
}

/** What a file says of a server now. Members that are no `ServerEntry`'s are not looked at. */
export interface KnownEntry {
  readonly name: string
  readonly command: unknown
  readonly args: unknown
  readonly cwd: unknown
}

/** How entries stand in a client's file. Each function takes the whole text and fails with what is wrong with it. */
export interface ConfigFormat {
  readonly entries: (text: string) => Result.Result<ReadonlyArray<KnownEntry>, string>
  /** Adds the entry or sets its members, everything else as it was. */
  readonly put: (text: string, name: string, entry: ServerEntry) => Result.Result<string, string>
  readonly remove: (text: string, name: string) => Result.Result<string, string>
}

/** A program that starts MCP servers: where and how it keeps its configuration. A further one is one more file. */
export interface Client {
  /** As in `--client`. */
  readonly name: string
  readonly title: string
  /** Whether it starts servers elsewhere than in the entry's `cwd`. */
  readonly ignoresCwd: boolean
  /** Whether one file serves all repositories, so that each needs its own name in it. */
  readonly shared: boolean
  /** Whether it is started from a terminal and so has the search path of the shell. */
  readonly hasShellPath: boolean
  readonly format: ConfigFormat
  /** Its file for a repository; absolute. */
  readonly file: (
    platform: Platform["Service"],
    repository: string
  ) => Effect.Effect<string, InstallError, FileSystem.FileSystem>
}
