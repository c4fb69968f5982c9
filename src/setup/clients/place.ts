import { join, resolve } from "node:path"
import { Effect, FileSystem, Option } from "effect"
import { claudeCode } from "./known/claudeCode.ts"
import { claudeDesktop } from "./known/claudeDesktop.ts"
import type { Client } from "./Client.ts"
import { clientOfFile, clientOfName, clients } from "./clients.ts"
import { InstallError, ScopeUnknown } from "./InstallError.ts"
import { defaultName } from "./names.ts"
import { Platform } from "./Platform.ts"

/** Where the entry goes or went. */
export interface Target {
  /** Root of the repository; absolute. */
  readonly repository: string
  /** File named by the user; wins over the others. */
  readonly config?: string | undefined
  /** The client's file for the user instead of the repository's; without `client`, that of Claude Desktop. */
  readonly global?: boolean | undefined
  /** As in `clients`; any other gets its entry printed. */
  readonly client?: string | undefined
  /** Name of the entry; by the rule of `names.ts` unless given. */
  readonly name?: string | undefined
  /** Say what would be written and write nothing. */
  readonly dryRun?: boolean | undefined
}

/** A client's file. */
export interface Place {
  /** Absolute. */
  readonly file: string
  /** Whether one file serves all repositories, so that each needs its own name in it. */
  readonly shared: boolean
  /** Whether it lies where the client's variable stands for the repository's root. */
  readonly project: boolean
}

/** The client that is meant; undefined for one that is not known. */
export const clientOf = (target: Target): Client | undefined => {
  if (target.client !== undefined) return clientOfName(target.client)
  if (target.config !== undefined) return clientOfFile(target.config)
  return target.global === true ? claudeDesktop : claudeCode
}

/** Of a client's project files the one that has an entry of ours, else the first that is there, else the first. */
const projectFile = Effect.fnUntraced(function* (client: Client, repository: string) {
  const files = yield* FileSystem.FileSystem
  const paths = client.projectFiles.map((path) => join(repository, path))
  const [only] = paths
  if (only === undefined || paths.length === 1) return only
  const there = yield* Effect.filter(paths, (path) => Effect.orElseSucceed(files.exists(path), () => false))
  const texts = yield* Effect.forEach(there, (path) => Effect.orElseSucceed(files.readFileString(path), () => ""))
  return there[texts.findIndex((text) => text.includes(`"${defaultName}`))] ?? there[0] ?? only
})

const noUserFile = (client: Client) =>
  new InstallError({
    reason: new ScopeUnknown({
      client: client.title,
      byHand: client.byHand ?? "the client's own command",
      known: clients.filter(({ userFile }) => userFile !== undefined).map(({ name }) => name)
    })
  })

const isUserFile = Effect.fnUntraced(function* ({ userFile }: Client, file: string) {
  if (userFile === undefined) return false
  return Option.contains(yield* Effect.option(userFile(yield* Platform)), file)
})

/**
 * The client's file: the one named, else the repository's, else the user's, which `global` asks for. Fails with
 * `ScopeUnknown` where the client has none for the user.
 */
export const placeOf = Effect.fnUntraced(function* (client: Client, target: Target) {
  const own = yield* projectFile(client, target.repository)
  if (target.config !== undefined) {
    const file = resolve(target.config)
    return {
      file,
      shared: own === undefined || (yield* isUserFile(client, file)),
      project: client.projectFiles.some((path) => join(target.repository, path) === file)
    }
  }
  if (own !== undefined && target.global !== true) {
    return { file: own, shared: false, project: true }
  }
  if (client.userFile === undefined) return yield* noUserFile(client)
  return { file: yield* client.userFile(yield* Platform), shared: true, project: false }
})
