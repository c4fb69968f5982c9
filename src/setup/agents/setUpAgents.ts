import { Effect, Option, Result } from "effect"
import type { HookClient } from "../../agents/events/AgentEvent.ts"
import { install, type InstallOutcome, uninstall } from "../clients/install.ts"
import { type FileOutcome, install as installGuidance, uninstall as uninstallGuidance } from "../skill/skill.ts"
import { type HookFileOptions, type HookFileOutcome, installHooks, uninstallHooks } from "./hookFiles.ts"

/** What agents need to read and to write reasons. */
export const toolsets = ["annotations", "authoring"]

/** What was done for one client. */
export interface ClientOutcome {
  readonly client: HookClient
  readonly hooks: Option.Option<HookFileOutcome>
  /** The entry of the MCP server; none where this program does not write it. */
  readonly server: Option.Option<InstallOutcome>
}

/** What was done in all. */
export interface AgentsOutcome {
  readonly clients: ReadonlyArray<ClientOutcome>
  /** The guidance in the repository; empty for the user's files. */
  readonly guidance: ReadonlyArray<FileOutcome>
}

/** The clients whose server entry is not written: Copilot CLI reads Claude Code's file. */
const withoutServer: ReadonlySet<HookClient> = new Set(["copilot"])

const changeServer = Effect.fnUntraced(function* (
  change: "install" | "uninstall",
  client: HookClient,
  { dryRun, root, scope }: HookFileOptions
) {
  if (withoutServer.has(client)) return Option.none<InstallOutcome>()
  const target = { repository: root, client, global: scope === "global", dryRun }
  const done = yield* Effect.result(change === "install" ? install({ ...target, toolsets }) : uninstall(target))
  if (Result.isSuccess(done)) return Option.some(done.success)
  // Of some clients this program does not write the user's file, which must not keep the rest from being set up.
  return done.failure.reason._tag === "ScopeUnknown" ? Option.none<InstallOutcome>() : yield* done.failure
})

/**
 * Sets up everything that agents need: hooks, the entry of the MCP server, and for a repository the guidance. Changes
 * nothing else in their files. Fails with `InstallError` or `SkillError` at the first file that cannot be changed.
 */
export const setUpAgents = Effect.fn("Agents.setUp")(function* (
  clients: ReadonlyArray<HookClient>,
  options: HookFileOptions
) {
  const done = yield* Effect.forEach(clients, (client) =>
    Effect.all({
      client: Effect.succeed(client),
      hooks: installHooks(client, options),
      server: changeServer("install", client, options)
    })
  )
  const guidance = options.scope === "project" ? yield* installGuidance({ files: [], dryRun: options.dryRun }) : []
  return { clients: done, guidance } satisfies AgentsOutcome
})

/** Removes what {@link setUpAgents} has added. */
export const tearDownAgents = Effect.fn("Agents.tearDown")(function* (
  clients: ReadonlyArray<HookClient>,
  options: HookFileOptions
) {
  const done = yield* Effect.forEach(clients, (client) =>
    // In the reverse order, so that files that were there keep their bytes.
    Effect.all({
      client: Effect.succeed(client),
      server: changeServer("uninstall", client, options),
      hooks: uninstallHooks(client, options)
    })
  )
  const guidance = options.scope === "project" ? yield* uninstallGuidance({ files: [], dryRun: options.dryRun }) : []
  return { clients: done, guidance } satisfies AgentsOutcome
})
