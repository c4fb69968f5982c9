import { isAbsolute } from "node:path"
import { Effect, Option, Result } from "effect"
import {
  type Client,
  type FormatProblem,
  type Members,
  type NamedEntry,
  plainMembers,
  type ServerEntry
} from "./Client.ts"
import { claudeCode } from "./known/claudeCode.ts"
import { clients, suggestName } from "./clients.ts"
import { resolveCommand } from "./command.ts"
import { readConfig, removeConfig, writeConfig } from "./formats/configFile.ts"
import { ClientUnknown, ConfigUneditable, ConfigUnparseable, InstallError } from "./InstallError.ts"
import { chooseName, defaultServerName, findEntry, findFlag, listTied } from "./names.ts"
import { resolveClient, type ConfigLocation, locateConfig, type InstallTarget } from "./location.ts"
import { Platform } from "./Platform.ts"
import { pickAddress } from "./known/remote.ts"
import { parseAddress, remoteMembersFor, remoteNotes } from "./remoteEntry.ts"

export interface InstallOptions extends InstallTarget {
  /** Absolute path of the index of commits, if not the default. */
  readonly db?: string | undefined
  /** Address of a server to use instead of a program on this machine. */
  readonly url?: string | undefined
}

/** The change of an entry in a file. */
export interface FileOutcome {
  readonly kind: "added" | "replaced" | "unchanged" | "removed" | "absent"
  /** Title of the client. */
  readonly client: string
  readonly file: string
  readonly name: string
  /** Whole text of the file after the change; none if the file is deleted because it contained nothing else. */
  readonly text: Option.Option<string>
  /** The replaced or removed command, arguments and working directory, or the address of a remote server. */
  readonly previous: Option.Option<Members>
  /** What the user must know about this client and this entry, in sentences. */
  readonly notes: ReadonlyArray<string>
  readonly dryRun: boolean
}

/** The entry to paste into the file of an unknown client. */
export interface PasteOutcome {
  readonly kind: "paste"
  readonly client: string
  readonly name: string
  readonly members: Members
  /** The program and its arguments; undefined for a server at an address. */
  readonly commandLine: ReadonlyArray<string> | undefined
  /** Names of the known clients. */
  readonly known: ReadonlyArray<string>
}

export type InstallOutcome = FileOutcome | PasteOutcome

const knownNames = clients.map(({ name }) => name)

const makeServerEntry = Effect.fnUntraced(function* (
  client: Pick<Client, "hasShellPath" | "repositorySource">,
  options: InstallOptions,
  isProjectFile: boolean
) {
  const { command, leading } = yield* resolveCommand(client, yield* Platform)
  const { kind, startsInProject, variable } = client.repositorySource
  const repository = isProjectFile ? (variable ?? options.repository) : (options.repository ?? variable)
  const place = isProjectFile && startsInProject === true ? undefined : repository
  const { toolsets = [] } = options
  const flags = [
    ...(toolsets.length === 0 ? [] : ["--toolsets", toolsets.join(",")]),
    ...(options.db === undefined ? [] : ["--db", options.db])
  ]
  const entry: ServerEntry = {
    command,
    args: [...leading, "mcp", "start", ...(kind === "cwd" || place === undefined ? [] : ["--repo", place]), ...flags],
    ...(kind === "argument" || place === undefined ? {} : { cwd: place })
  }
  return entry
})

/** What is not said of an entry stays as it was chosen before. */
const keepFlags = (options: InstallOptions, previous: NamedEntry | undefined): InstallOptions => {
  const toolsets = previous === undefined ? undefined : findFlag(previous, "--toolsets")?.split(",")
  const db = previous === undefined ? undefined : findFlag(previous, "--db")
  const isGiven = options.toolsets !== undefined && options.toolsets.length > 0
  return { ...options, toolsets: isGiven ? options.toolsets : toolsets, db: options.db ?? db }
}

/** Notes that an entry in a project file has paths that exist only on this machine. */
const noteOwnPaths = ({ args, command, cwd = "" }: ServerEntry): ReadonlyArray<string> => {
  if (![command, ...args, cwd].some((text) => isAbsolute(text))) return []
  const advice = isAbsolute(command)
    ? ` With ultragit installed globally, ${cwd === "" ? "it needs none" : "it needs fewer"}.`
    : ""
  return [`The entry has paths of this machine, so that others cannot use it.${advice}`]
}

/** Converts a problem of a file's format. */
const toInstallError =
  (file: string, manualSteps: string) =>
  ({ detail, kind }: FormatProblem): InstallError =>
    new InstallError({
      reason:
        kind === "unparseable"
          ? new ConfigUnparseable({ file, detail })
          : new ConfigUneditable({ file, detail, manualSteps })
    })

/** What an entry of this client says that it serves: a repository, an address, or the variable of the open folder. */
const servedBy = (client: Client, { repository, url }: Pick<InstallOptions, "repository" | "url">) =>
  url ?? repository ?? client.repositorySource.variable

/** Removes entries from the text of a client's file. */
const removeAll = (
  { format }: Client,
  text: string,
  entries: ReadonlyArray<NamedEntry>
): Result.Result<string, FormatProblem> =>
  entries.reduce<Result.Result<string, FormatProblem>>(
    (left, { name }) => Result.flatMap(left, (rest) => format.remove(rest, name)),
    Result.succeed(text)
  )

/** Reads the client's file and its entries, with the member names of {@link ServerEntry} and remote addresses. */
const readEntries = Effect.fnUntraced(function* (client: Client, { file }: ConfigLocation) {
  const config = yield* readConfig(file)
  const text = Option.getOrElse(config.text, () => "")
  const known = yield* Effect.fromResult(
    Result.mapError(client.format.entries(text), toInstallError(file, "Change it by hand."))
  )
  return {
    config,
    text,
    entries: known.map(({ members, name }) => ({
      name,
      members: { ...client.entryOf(members), ...pickAddress(members) }
    }))
  }
})

const unknownClient = (client: string): Effect.Effect<never, InstallError> => {
  const near = suggestName(client)
  return new InstallError({
    reason: new ClientUnknown({ client, known: knownNames, ...(near === undefined ? {} : { near }) })
  })
}

const paste = Effect.fnUntraced(function* (client: string, options: InstallOptions) {
  const common = { kind: "paste", client, name: options.name ?? defaultServerName, known: knownNames } as const
  if (options.url !== undefined) {
    const remote = yield* parseAddress(options.url)
    const outcome: PasteOutcome = {
      ...common,
      members: yield* remoteMembersFor(claudeCode, remote),
      commandLine: undefined
    }
    return outcome
  }
  const { repositorySource } = claudeCode
  const entry = yield* makeServerEntry({ repositorySource, hasShellPath: false }, options, false)
  const outcome: PasteOutcome = {
    ...common,
    members: plainMembers.membersOf(entry),
    commandLine: [entry.command, ...entry.args]
  }
  return outcome
})

/** The members of the entry, and what the user must know about it. */
const makeMembers = Effect.fnUntraced(function* (
  client: Client,
  options: InstallOptions,
  { isProjectFile }: ConfigLocation
) {
  const trustNotes = isProjectFile ? Option.toArray(Option.fromNullishOr(client.note)) : []
  if (options.url !== undefined) {
    const remote = yield* parseAddress(options.url)
    const members = yield* remoteMembersFor(client, remote)
    return { members, notes: [...trustNotes, ...remoteNotes(client, remote)] }
  }
  const entry = yield* makeServerEntry(client, options, isProjectFile)
  return {
    members: client.membersOf(entry),
    notes: isProjectFile ? [...trustNotes, ...noteOwnPaths(entry)] : []
  }
})

/**
 * Adds or updates the server's entry in the client's file and changes nothing else (spec mcp §5). Fails with
 * `InstallError` if the file cannot be read, parsed, edited or written, or if this program runs from a temporary folder;
 * then the file is unchanged.
 */
export const install = Effect.fn("Mcp.install")(function* (options: InstallOptions) {
  const resolved = resolveClient(options)
  if (Result.isFailure(resolved)) {
    const { failure: unknown } = resolved
    const isMisspelled = suggestName(unknown) !== undefined
    return yield* options.config === undefined && !isMisspelled ? paste(unknown, options) : unknownClient(unknown)
  }
  const client = resolved.success
  const location = yield* locateConfig(client, options)
  const { config, entries, text } = yield* readEntries(client, location)
  const tied = options.repository === undefined ? listTied(entries, options.toolsets ?? []) : []
  const kept = entries.filter((entry) => !tied.includes(entry))
  const name = options.name ?? (location.shared ? chooseName(kept, servedBy(client, options)) : defaultServerName)
  const previous = entries.find((known) => known.name === name)
  const { members, notes } = yield* makeMembers(client, keepFlags(options, previous), location)
  const manualSteps = `Add this to the servers by hand: ${client.format.line(name, members)}`
  const changed = yield* Effect.fromResult(
    Result.mapError(
      Result.flatMap(removeAll(client, text, tied), (left) => client.format.put(left, name, members)),
      toInstallError(location.file, manualSteps)
    )
  )
  const dryRun = options.dryRun === true
  if (changed !== text && !dryRun) yield* writeConfig(config, changed)
  const outcome: FileOutcome = {
    kind: changed === text ? "unchanged" : previous === undefined ? "added" : "replaced",
    client: client.title,
    file: location.file,
    name,
    text: Option.some(changed),
    previous: Option.map(Option.fromNullishOr(previous), (known) => known.members),
    notes,
    dryRun
  }
  return outcome
})

/** Removes the entry of the repository, or of every repository, from the client's file, and deletes the file if it contains nothing else. */
export const uninstall = Effect.fn("Mcp.uninstall")(function* (target: InstallTarget) {
  const resolved = resolveClient(target)
  if (Result.isFailure(resolved)) return yield* unknownClient(resolved.failure)
  const client = resolved.success
  const location = yield* locateConfig(client, target)
  const { config, entries, text } = yield* readEntries(client, location)
  const own = location.shared ? findEntry(entries, servedBy(client, target))?.name : defaultServerName
  const name = target.name ?? own
  const tied = target.repository === undefined ? listTied(entries, target.toolsets ?? []) : []
  const removed = [...entries.filter((known) => known.name === name), ...tied]
  const [previous] = removed
  const onProblem = toInstallError(location.file, `Remove ${previous?.name ?? defaultServerName} by hand.`)
  const left = yield* Effect.fromResult(Result.mapError(removeAll(client, text, removed), onProblem))
  const changed = left === "" && config.isLink ? client.format.emptyDocument : left
  const dryRun = target.dryRun === true
  if (changed !== text && !dryRun) yield* changed === "" ? removeConfig(config) : writeConfig(config, changed)
  const outcome: FileOutcome = {
    kind: previous === undefined ? "absent" : "removed",
    client: client.title,
    file: location.file,
    name: previous?.name ?? name ?? defaultServerName,
    text: Option.liftPredicate(changed, (whole) => whole !== ""),
    previous: Option.map(Option.fromNullishOr(previous), (known) => known.members),
    notes: [],
    dryRun
  }
  return outcome
})
