import { join, resolve } from "node:path"
import { Effect, FileSystem, Option, Result } from "effect"
import { claudeCode } from "./known/claudeCode.ts"
import { claudeDesktop } from "./known/claudeDesktop.ts"
import type { Client } from "./Client.ts"
import { guessClientByFile, findClientByName, clients } from "./clients.ts"
import { InstallError, ScopeUnknown } from "./InstallError.ts"
import { defaultServerName } from "./names.ts"
import { Platform } from "./Platform.ts"

/** Selects the file and the name of an entry. */
export interface InstallTarget {
  /** Absolute path of the repository's root; undefined for one entry in the user file that serves every repository. */
  readonly repository: string | undefined
  /** File that the user passed; overrides `global` and `client`'s own files. */
  readonly config?: string | undefined
  /** Use the client's user file instead of its project file. Without `client`, that of Claude Desktop. */
  readonly global?: boolean | undefined
  /** Name or title of a client. For an unknown client, `install` returns the entry to paste. */
  readonly client?: string | undefined
  /** Name of the entry (default: see `names.ts`). */
  readonly name?: string | undefined
  /** Toolsets to serve instead of the default ones. */
  readonly toolsets?: ReadonlyArray<string> | undefined
  /** Report the changes without writing them. */
  readonly dryRun?: boolean | undefined
}

/** A client's file, before it is read. */
export interface ConfigLocation {
  /** Absolute path. */
  readonly file: string
  /** Whether one file serves all repositories, so that each needs its own name in it. */
  readonly shared: boolean
  /** Whether it is a project file, for which the client's variable means the repository's root. */
  readonly isProjectFile: boolean
}

/** Returns the selected client; fails with its name if there is none of that name. */
export const resolveClient = ({ client, config, global }: InstallTarget): Result.Result<Client, string> => {
  if (client !== undefined) return Result.fromNullishOr(findClientByName(client), () => client)
  if (config !== undefined) return Result.succeed(guessClientByFile(config))
  return Result.succeed(global === true ? claudeDesktop : claudeCode)
}

/** Returns the first project file with an entry of ours, otherwise the first that exists, otherwise the first. */
const projectFile = Effect.fnUntraced(function* (client: Client, repository: string | undefined) {
  if (repository === undefined) return undefined
  const files = yield* FileSystem.FileSystem
  const paths = client.projectFiles.map((path) => join(repository, path))
  const [only] = paths
  if (only === undefined || paths.length === 1) return only
  const existing = yield* Effect.filter(paths, (path) => Effect.orElseSucceed(files.exists(path), () => false))
  const texts = yield* Effect.forEach(existing, (path) => Effect.orElseSucceed(files.readFileString(path), () => ""))
  return existing[texts.findIndex((text) => text.includes(`"${defaultServerName}`))] ?? existing[0] ?? only
})

const noUserFileError = (client: Client) =>
  new InstallError({
    reason: new ScopeUnknown({
      client: client.title,
      manualSteps: client.manualSteps ?? "the client's own command",
      known: clients.filter(({ userFile }) => userFile !== undefined).map(({ name }) => name)
    })
  })

const isUserFile = Effect.fnUntraced(function* ({ userFile }: Client, file: string) {
  if (userFile === undefined) return false
  return Option.contains(yield* Effect.option(userFile(yield* Platform)), file)
})

/**
 * Locates the client's file: `config` if given, otherwise the project file, or with `global` (or without a project file)
 * the user file. Fails with `ScopeUnknown` if this program does not write the client's user file, or if the entry is for
 * every repository and the client does not say which one is open.
 */
export const locateConfig = Effect.fnUntraced(function* (client: Client, target: InstallTarget) {
  const { repository } = target
  const own = yield* projectFile(client, repository)
  if (target.config !== undefined) {
    const file = resolve(target.config)
    return {
      file,
      shared: own === undefined || (yield* isUserFile(client, file)),
      isProjectFile: repository !== undefined && client.projectFiles.some((path) => join(repository, path) === file)
    }
  }
  if (own !== undefined && target.global !== true) {
    return { file: own, shared: false, isProjectFile: true }
  }
  const isUnable = repository === undefined && client.repositorySource.servesAny !== true
  if (client.userFile === undefined || isUnable) return yield* noUserFileError(client)
  return { file: yield* client.userFile(yield* Platform), shared: true, isProjectFile: false }
})
