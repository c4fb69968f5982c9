import { resolve } from "node:path"
import { Effect, Option, type Result } from "effect"
import type { Client, ServerEntry } from "./Client.ts"
import { claudeCode } from "./claudeCode.ts"
import { claudeDesktop } from "./claudeDesktop.ts"
import { clientOfFile, clients } from "./clients.ts"
import { commandFor } from "./command.ts"
import { readConfig, writeConfig } from "./configFile.ts"
import { ClientUnknown, ConfigUnparseable, InstallError } from "./InstallError.ts"
import { defaultName, entryOf, nameAmong } from "./names.ts"
import { Platform } from "./Platform.ts"

/** Where the entry goes or went. */
export interface Target {
  /** Root of the repository; absolute. */
  readonly repository: string
  /** File named by the user; wins over the others. */
  readonly config?: string | undefined
  /** The file of Claude Desktop. */
  readonly global?: boolean | undefined
  /** As in `clients`; any other gets its entry printed. */
  readonly client?: string | undefined
  /** Name of the entry; by the rule of `names.ts` unless given. */
  readonly name?: string | undefined
  /** Say what would be written and write nothing. */
  readonly dryRun?: boolean | undefined
}

export interface InstallOptions extends Target {
  /** Served instead of the default ones. */
  readonly toolsets?: ReadonlyArray<string> | undefined
}

/** What became of an entry in a file. */
export interface FileOutcome {
  readonly kind: "added" | "replaced" | "unchanged" | "removed" | "absent"
  readonly client: string
  readonly file: string
  readonly name: string
  /** Whole text of the file afterwards. */
  readonly text: string
  /** What stood there before, when it was replaced or removed. */
  readonly previous: Option.Option<{ readonly command: unknown; readonly args: unknown; readonly cwd: unknown }>
  readonly dryRun: boolean
}

/** The entry to put by hand into the file of a client that is not known. */
export interface PasteOutcome {
  readonly kind: "paste"
  readonly client: string
  readonly name: string
  readonly entry: ServerEntry
}

export type InstallOutcome = FileOutcome | PasteOutcome

const clientOf = (target: Target): Client | undefined => {
  if (target.client !== undefined) return clients.find((client) => client.name === target.client)
  if (target.config !== undefined) return clientOfFile(target.config)
  return target.global === true ? claudeDesktop : claudeCode
}

const entryFor = Effect.fnUntraced(function* (client: Client, options: InstallOptions) {
  const { command, leading } = yield* commandFor(client, yield* Platform)
  const repo = client.ignoresCwd ? ["--repo", options.repository] : []
  const { toolsets = [] } = options
  const chosen = toolsets.length === 0 ? [] : ["--toolsets", toolsets.join(",")]
  const entry: ServerEntry = {
    command,
    args: [...leading, "mcp", "start", ...repo, ...chosen],
    cwd: options.repository
  }
  return entry
})

const parsed = <A>(file: string, result: Result.Result<A, string>): Effect.Effect<A, InstallError> =>
  Effect.fromResult(result).pipe(
    Effect.mapError((detail) => new InstallError({ reason: new ConfigUnparseable({ file, detail }) }))
  )

/** The client's file with its entries. */
const open = Effect.fnUntraced(function* (client: Client, target: Target) {
  const platform = yield* Platform
  const file = target.config === undefined ? yield* client.file(platform, target.repository) : resolve(target.config)
  const config = yield* readConfig(file)
  const text = Option.getOrElse(config.text, () => "")
  const entries = yield* parsed(file, client.format.entries(text))
  return { file, config, text, entries }
})

/**
 * Writes the server's entry into the client's file and nothing else (spec mcp §5). Fails with `InstallError`, the file
 * untouched, when it cannot be understood or written, or when no lasting command starts this program.
 */
export const install = Effect.fn("Mcp.install")(function* (options: InstallOptions) {
  const client = clientOf(options)
  if (client === undefined) {
    const entry = yield* entryFor({ ...claudeCode, hasShellPath: false }, options)
    const outcome: PasteOutcome = {
      kind: "paste",
      client: options.client ?? "",
      name: options.name ?? defaultName,
      entry
    }
    return outcome
  }
  const entry = yield* entryFor(client, options)
  const { config, entries, file, text } = yield* open(client, options)
  const name = options.name ?? (client.shared ? nameAmong(entries, options.repository) : defaultName)
  const changed = yield* parsed(file, client.format.put(text, name, entry))
  const previous = entries.find((known) => known.name === name)
  const dryRun = options.dryRun === true
  if (changed !== text && !dryRun) yield* writeConfig(config, changed)
  const outcome: FileOutcome = {
    kind: changed === text ? "unchanged" : previous === undefined ? "added" : "replaced",
    client: client.title,
    file,
    name,
    text: changed,
    previous: Option.fromNullishOr(previous),
    dryRun
  }
  return outcome
})

/** Takes the repository's entry out of the client's file again. A file without one is left alone. */
export const uninstall = Effect.fn("Mcp.uninstall")(function* (target: Target) {
  const client = clientOf(target)
  if (client === undefined) {
    const known = clients.map(({ name }) => name)
    return yield* new InstallError({ reason: new ClientUnknown({ client: target.client ?? "", known }) })
  }
  const { config, entries, file, text } = yield* open(client, target)
  const own = client.shared ? entryOf(entries, target.repository)?.name : defaultName
  const name = target.name ?? own
  const previous = entries.find((known) => known.name === name)
  const changed = previous === undefined ? text : yield* parsed(file, client.format.remove(text, previous.name))
  const dryRun = target.dryRun === true
  if (changed !== text && !dryRun) yield* writeConfig(config, changed)
  const outcome: FileOutcome = {
    kind: previous === undefined ? "absent" : "removed",
    client: client.title,
    file,
    name: name ?? defaultName,
    text: changed,
    previous: Option.fromNullishOr(previous),
    dryRun
  }
  return outcome
})
