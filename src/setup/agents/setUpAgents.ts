import { Effect, Option, Result } from "effect"
import type { HookClient } from "../../agents/events/AgentEvent.ts"
import type { Failure } from "../../domain/Failure.ts"
import { install, type InstallOutcome, uninstall } from "../clients/install.ts"
import { type FileOutcome, install as installGuidance, uninstall as uninstallGuidance } from "../skill/skill.ts"
import { addExclude, type ExcludeOutcome, removeExclude } from "./excludeFile.ts"
import { type HookFileOptions, type HookFileOutcome, installHooks, localFileOf, uninstallHooks } from "./hookFiles.ts"

/** What agents need to read and to write reasons. */
export const toolsets = ["annotations", "authoring"]

type Change = "install" | "uninstall"

/** What was done for one client. */
export interface ClientOutcome {
  readonly client: HookClient
  readonly hooks: Option.Option<HookFileOutcome>
  /** The entry of the MCP server; none where this program does not write it. */
  readonly server: Option.Option<InstallOutcome>
  /** How the file of `--local` is kept from being committed; none in the other scopes. */
  readonly exclude: Option.Option<ExcludeOutcome>
  /** What the user must know, in sentences. */
  readonly notes: ReadonlyArray<string>
}

/** What could not be done. */
export interface AgentsFailure {
  /** The client that was skipped, wholly or from the failure on; none for the guidance. */
  readonly client: Option.Option<HookClient>
  readonly failure: Failure
}

/** What was done in all. */
export interface AgentsOutcome {
  readonly clients: ReadonlyArray<ClientOutcome>
  /** The guidance in the repository; empty for the user's files. */
  readonly guidance: ReadonlyArray<FileOutcome>
  readonly failures: ReadonlyArray<AgentsFailure>
}

/** The clients whose server entry is not written: Copilot CLI reads Claude Code's file. */
const withoutServer: ReadonlySet<HookClient> = new Set(["copilot"])

const serverCommand = `ultragit mcp start --toolsets ${toolsets.join(",")}`

/** Notes where the server's entry is not written, or not sure to serve every repository. */
const listNotes = (change: Change, client: HookClient, { scope }: HookFileOptions): ReadonlyArray<string> => {
  if (client === "codex" && scope === "global" && change === "install")
    return ["Codex starts the MCP server in the folder in which codex was started; its desktop program may not."]
  if (client !== "claude-code" || scope === "project") return []
  const flags = scope === "global" ? "--scope user" : "--scope local"
  if (change === "uninstall") return [`If you added the MCP server by hand: claude mcp remove ${flags} ultragit`]
  const reason =
    scope === "global"
      ? "This program does not write Claude Code's user file with MCP servers."
      : "The MCP server's entry, in .mcp.json, would be the whole team's."
  return [`${reason} To add it: claude mcp add ${flags} ultragit -- ${serverCommand}`]
}

const changeServer = Effect.fnUntraced(function* (
  change: Change,
  client: HookClient,
  { dryRun, root, scope }: HookFileOptions
) {
  if (withoutServer.has(client) || scope === "local") return Option.none<InstallOutcome>()
  const isGlobal = scope === "global"
  const target = { repository: isGlobal ? undefined : root, client, global: isGlobal, dryRun, toolsets }
  const done = yield* Effect.result(change === "install" ? install(target) : uninstall(target))
  if (Result.isSuccess(done)) return Option.some(done.success)
  // Of some clients this program does not write the user's file, which must not keep the rest from being set up.
  return done.failure.reason._tag === "ScopeUnknown" ? Option.none<InstallOutcome>() : yield* done.failure
})

const changeExclude = (change: Change, client: HookClient, { dryRun, scope }: HookFileOptions) => {
  const path = scope === "local" ? localFileOf(client) : undefined
  if (path === undefined) return Effect.succeed(Option.none<ExcludeOutcome>())
  return change === "install" ? addExclude(path, dryRun) : removeExclude(path, dryRun)
}

const failureOf = <A>(result: Result.Result<A, Failure>): ReadonlyArray<Failure> =>
  Result.isFailure(result) ? [result.failure] : []

const succeeded = <A>(result: Result.Result<Option.Option<A>, Failure>): Option.Option<A> =>
  Result.getOrElse(result, () => Option.none<A>())

/** Changes the files of one client. A file that cannot be changed keeps no other from being changed. */
const changeFiles = Effect.fnUntraced(function* (change: Change, client: HookClient, options: HookFileOptions) {
  const installed = change === "install" ? yield* Effect.result(installHooks(client, options)) : undefined
  const server = yield* Effect.result(changeServer(change, client, options))
  // Removed in the reverse order, so that files that were there keep their bytes.
  const hooks = installed ?? (yield* Effect.result(uninstallHooks(client, options)))
  const exclude = yield* Effect.result(changeExclude(change, client, options))
  const outcome: ClientOutcome = {
    client,
    hooks: succeeded(hooks),
    server: succeeded(server),
    exclude: succeeded(exclude),
    notes: listNotes(change, client, options)
  }
  return { outcome, failures: [...failureOf(hooks), ...failureOf(server), ...failureOf(exclude)] }
})

/** Changes the files of one client; none of them if one cannot be parsed. */
const changeClient = Effect.fnUntraced(function* (change: Change, client: HookClient, options: HookFileOptions) {
  const looked = yield* changeFiles(change, client, { ...options, dryRun: true })
  const { failures, outcome } =
    options.dryRun || looked.failures.length > 0 ? looked : yield* changeFiles(change, client, options)
  return {
    outcomes: looked.failures.length > 0 ? [] : [outcome],
    failures: failures.map((failure): AgentsFailure => ({ client: Option.some(client), failure }))
  }
})

const changeAgents = Effect.fnUntraced(function* (
  change: Change,
  clients: ReadonlyArray<HookClient>,
  options: HookFileOptions
) {
  const done = yield* Effect.forEach(clients, (client) => changeClient(change, client, options))
  const changeGuidance = change === "install" ? installGuidance : uninstallGuidance
  const guidance =
    options.scope === "project"
      ? yield* Effect.result(changeGuidance({ files: [], dryRun: options.dryRun }))
      : Result.succeed<ReadonlyArray<FileOutcome>>([])
  const outcome: AgentsOutcome = {
    clients: done.flatMap(({ outcomes }) => outcomes),
    guidance: Result.getOrElse(guidance, () => []),
    failures: [
      ...done.flatMap(({ failures }) => failures),
      ...failureOf(guidance).map((failure): AgentsFailure => ({ client: Option.none(), failure }))
    ]
  }
  return outcome
})

/**
 * Sets up everything that agents need: hooks, the entry of the MCP server, and for a repository the guidance. Changes
 * nothing else in their files. A client with a file that cannot be changed is skipped and is among the `failures`.
 */
export const setUpAgents = Effect.fn("Agents.setUp")((clients: ReadonlyArray<HookClient>, options: HookFileOptions) =>
  changeAgents("install", clients, options)
)

/** Removes what {@link setUpAgents} has added, and skips clients as it does. */
export const tearDownAgents = Effect.fn("Agents.tearDown")(
  (clients: ReadonlyArray<HookClient>, options: HookFileOptions) => changeAgents("uninstall", clients, options)
)
