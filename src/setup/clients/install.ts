import { Effect, Option, Result } from "effect"
import type { Client, FormatProblem, Members, ServerEntry } from "./Client.ts"
import { claudeCode } from "./known/claudeCode.ts"
import { clients, nearName } from "./clients.ts"
import { commandFor } from "./command.ts"
import { readConfig, removeConfig, writeConfig } from "./formats/configFile.ts"
import { ClientUnknown, ConfigUneditable, ConfigUnparseable, InstallError } from "./InstallError.ts"
import { defaultName, entryFor, nameAmong } from "./names.ts"
import { clientOf, type Place, placeOf, type Target } from "./place.ts"
import { Platform } from "./Platform.ts"
import { addressOf } from "./known/remote.ts"

export interface InstallOptions extends Target {
  /** Served instead of the default ones. */
  readonly toolsets?: ReadonlyArray<string> | undefined
  /** Absolute path of the index of commits, where it is not where the server looks by itself. */
  readonly db?: string | undefined
}

/** What became of an entry in a file. */
export interface FileOutcome {
  readonly kind: "added" | "replaced" | "unchanged" | "removed" | "absent"
  /** Title of the client. */
  readonly client: string
  readonly file: string
  readonly name: string
  /** Whole text of the file afterwards; none when it is removed because it held nothing else. */
  readonly text: Option.Option<string>
  /** Command, arguments and working directory, or address, that stood there before, when it was replaced or removed. */
  readonly previous: Option.Option<Members>
  /** What the user must know of this client. */
  readonly note: Option.Option<string>
  readonly dryRun: boolean
}

/** The entry to put by hand into the file of a client that is not known. */
export interface PasteOutcome {
  readonly kind: "paste"
  readonly client: string
  readonly name: string
  readonly entry: ServerEntry
  /** Names of the clients that are known, and the one that was meant, perhaps. */
  readonly known: ReadonlyArray<string>
  readonly near: Option.Option<string>
}

export type InstallOutcome = FileOutcome | PasteOutcome

const knownNames = clients.map(({ name }) => name)

const serverEntry = Effect.fnUntraced(function* (
  client: Pick<Client, "hasShellPath" | "told">,
  options: InstallOptions,
  project: boolean
) {
  const { command, leading } = yield* commandFor(client, yield* Platform)
  const { by, variable } = client.told
  const repository = project && variable !== undefined ? variable : options.repository
  const { toolsets = [] } = options
  const served = toolsets.length === 0 ? [] : ["--toolsets", toolsets.join(",")]
  const chosen = options.db === undefined ? served : [...served, "--db", options.db]
  const entry: ServerEntry = {
    command,
    args: [...leading, "mcp", "start", ...(by === "cwd" ? [] : ["--repo", repository]), ...chosen],
    ...(by === "argument" ? {} : { cwd: repository })
  }
  return entry
})

/** The refusal of a file, with what to do by hand where it is only not edited here. */
const refusal =
  (file: string, byHand: string) =>
  ({ detail, kind }: FormatProblem): InstallError =>
    new InstallError({
      reason:
        kind === "unparseable"
          ? new ConfigUnparseable({ file, detail })
          : new ConfigUneditable({ file, detail, byHand })
    })

/** The client's file with its entries, by the names of {@link ServerEntry}, and the address of what is elsewhere. */
const open = Effect.fnUntraced(function* (client: Client, { file }: Place) {
  const config = yield* readConfig(file)
  const text = Option.getOrElse(config.text, () => "")
  const known = yield* Effect.fromResult(
    Result.mapError(client.format.entries(text), refusal(file, "Change it by hand."))
  )
  return {
    config,
    text,
    entries: known.map(({ members, name }) => ({
      name,
      members: { ...client.entryOf(members), ...addressOf(members) }
    }))
  }
})

const unknownClient = (target: Target): Effect.Effect<never, InstallError> => {
  const asked = target.client ?? ""
  const near = nearName(asked)
  return new InstallError({
    reason: new ClientUnknown({ client: asked, known: knownNames, ...(near === undefined ? {} : { near }) })
  })
}

const paste = Effect.fnUntraced(function* (options: InstallOptions) {
  const outcome: PasteOutcome = {
    kind: "paste",
    client: options.client ?? "",
    name: options.name ?? defaultName,
    entry: yield* serverEntry({ told: claudeCode.told, hasShellPath: false }, options, false),
    known: knownNames,
    near: Option.fromNullishOr(nearName(options.client ?? ""))
  }
  return outcome
})

/**
 * Writes the server's entry into the client's file and nothing else (spec mcp §5). Fails with `InstallError`, the file
 * untouched, when it cannot be understood, changed or written, or when no lasting command starts this program.
 */
export const install = Effect.fn("Mcp.install")(function* (options: InstallOptions) {
  const client = clientOf(options)
  if (client === undefined) return yield* options.config === undefined ? paste(options) : unknownClient(options)
  const place = yield* placeOf(client, options)
  const members = client.membersOf(yield* serverEntry(client, options, place.project))
  const { config, entries, text } = yield* open(client, place)
  const name = options.name ?? (place.shared ? nameAmong(entries, options.repository) : defaultName)
  const byHand = `Put this among the servers by hand: ${client.format.line(name, members)}`
  const changed = yield* Effect.fromResult(
    Result.mapError(client.format.put(text, name, members), refusal(place.file, byHand))
  )
  const previous = entries.find((known) => known.name === name)
  const dryRun = options.dryRun === true
  if (changed !== text && !dryRun) yield* writeConfig(config, changed)
  const outcome: FileOutcome = {
    kind: changed === text ? "unchanged" : previous === undefined ? "added" : "replaced",
    client: client.title,
    file: place.file,
    name,
    text: Option.some(changed),
    previous: Option.map(Option.fromNullishOr(previous), (known) => known.members),
    note: place.project ? Option.fromNullishOr(client.note) : Option.none(),
    dryRun
  }
  return outcome
})

/**
 * Takes the repository's entry out of the client's file again, and the file away when it held nothing else. A file
 * without one is left alone.
 */
export const uninstall = Effect.fn("Mcp.uninstall")(function* (target: Target) {
  const client = clientOf(target)
  if (client === undefined) {
    return yield* unknownClient(target)
  }
  const place = yield* placeOf(client, target)
  const { config, entries, text } = yield* open(client, place)
  const own = place.shared ? entryFor(entries, target.repository)?.name : defaultName
  const name = target.name ?? own
  const previous = entries.find((known) => known.name === name)
  const refused = refusal(place.file, `Take ${name ?? defaultName} out by hand.`)
  const left =
    previous === undefined
      ? text
      : yield* Effect.fromResult(Result.mapError(client.format.remove(text, previous.name), refused))
  const changed = left === "" && config.isLink ? client.format.blank : left
  const dryRun = target.dryRun === true
  if (changed !== text && !dryRun) yield* changed === "" ? removeConfig(config) : writeConfig(config, changed)
  const outcome: FileOutcome = {
    kind: previous === undefined ? "absent" : "removed",
    client: client.title,
    file: place.file,
    name: name ?? defaultName,
    text: Option.liftPredicate(changed, (there) => there !== ""),
    previous: Option.map(Option.fromNullishOr(previous), (known) => known.members),
    note: Option.none(),
    dryRun
  }
  return outcome
})
