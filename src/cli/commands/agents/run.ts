import { resolve } from "node:path"
import { Effect, Option } from "effect"
import { Git } from "../../../adapters/git/Git.ts"
import { type HookClient, hookClients } from "../../../agents/events/AgentEvent.ts"
import { Settings } from "../../../config/Settings.ts"
import { escapeControls, formatCount, jsonText } from "../../../domain/Text.ts"
import {
  checkHooks,
  findClients,
  type HookFileOptions,
  type HookFileOutcome,
  type HookScope
} from "../../../setup/agents/hookFiles.ts"
import { writeClaudePlugin } from "../../../setup/agents/claudePlugin.ts"
import { type AgentsOutcome, setUpAgents, tearDownAgents } from "../../../setup/agents/setUpAgents.ts"
import { type EventUsage, readUsage, type UsageReport } from "../../../setup/agents/usageReport.ts"
import { report } from "../../../setup/clients/report.ts"
import type { FileOutcome } from "../../../setup/skill/skill.ts"
import { writeOutput } from "../../kit/output.ts"
import { usageError } from "../../kit/query.ts"

/** Flags of `agents install` and `agents uninstall`. */
interface TargetInput {
  readonly clients: ReadonlyArray<HookClient>
  readonly global: boolean
  readonly local: boolean
  readonly dryRun: boolean
  readonly json: boolean
}

const findRoot = Effect.gen(function* () {
  const { gitDirectory, workTree } = yield* (yield* Git).repository
  return Option.getOrElse(workTree, () => gitDirectory)
})

const makeOptions = Effect.fnUntraced(function* (scope: HookScope, dryRun: boolean) {
  const { gate } = yield* (yield* Settings).values
  const options: HookFileOptions = { root: yield* findRoot, scope, dryRun, isGated: gate === "once" }
  return options
})

const resolveTarget = Effect.fnUntraced(function* (input: TargetInput) {
  if (input.global && input.local) return yield* usageError("agents", "--global and --local exclude each other.")
  const scope: HookScope = input.global ? "global" : input.local ? "local" : "project"
  const options = yield* makeOptions(scope, input.dryRun)
  const found = input.clients.length > 0 ? input.clients : yield* findClients(options.root)
  const clients =
    scope === "local" && input.clients.length === 0 ? found.filter((name) => name === "claude-code") : found
  return { clients, options }
})

const hookVerbs: Record<HookFileOutcome["done"], readonly [real: string, dry: string]> = {
  added: ["Added hooks to", "Would add hooks to"],
  updated: ["Updated the hooks in", "Would update the hooks in"],
  unchanged: ["Already up to date:", "Already up to date:"],
  removed: ["Removed the hooks from", "Would remove the hooks from"],
  absent: ["No hooks in", "No hooks in"]
}

const guidanceVerbs: Record<FileOutcome["done"], readonly [real: string, dry: string]> = {
  added: ["Added the guidance to", "Would add the guidance to"],
  updated: ["Updated the guidance in", "Would update the guidance in"],
  removed: ["Removed the guidance from", "Would remove the guidance from"],
  unchanged: ["Already up to date:", "Already up to date:"],
  newer: ["Unchanged, written by a newer ultragit:", "Unchanged, written by a newer ultragit:"],
  absent: ["No guidance in", "No guidance in"]
}

const formatHooks = ({ done, file, notes, title }: HookFileOutcome, tense: 0 | 1): string =>
  [`${hookVerbs[done][tense]} ${escapeControls(file)} (${title})`, ...(done === "added" ? notes : [])]
    .map((line) => `${line}\n`)
    .join("")

/** What holds for several clients is said once. */
const withoutRepeated = (text: string): string => `${[...new Set(text.trimEnd().split("\n"))].join("\n")}\n`

const formatOutcome = ({ clients, guidance }: AgentsOutcome, dryRun: boolean): string => {
  const tense = dryRun ? 1 : 0
  const parts = clients.flatMap(({ client, hooks, server }) => [
    Option.match(hooks, {
      onNone: () => `${client} has no file for this; its hooks are set up without --local.\n`,
      onSome: (outcome) => formatHooks(outcome, tense)
    }),
    Option.match(server, { onNone: () => "", onSome: report })
  ])
  const texts = [...parts, ...guidance.map(({ done, file }) => `${guidanceVerbs[done][tense]} ${file}\n`)]
  return withoutRepeated(texts.join(""))
}

const toJsonLine = (document: object): string => `${jsonText({ $schema: "ultragit-agents/v1", ...document })}\n`

const formatJson = ({ clients, guidance }: AgentsOutcome, dryRun: boolean): string =>
  toJsonLine({
    dry_run: dryRun,
    clients: clients.map(({ client, hooks, server }) => ({
      client,
      ...(Option.isSome(hooks)
        ? { hooks: { file: hooks.value.file, done: hooks.value.done, notes: hooks.value.notes } }
        : {}),
      ...(Option.isSome(server) && server.value.kind !== "paste"
        ? { server: { file: server.value.file, name: server.value.name, done: server.value.kind } }
        : {})
    })),
    guidance
  })

const printOutcome = (input: TargetInput) => (outcome: AgentsOutcome) =>
  writeOutput(input.json ? formatJson(outcome, input.dryRun) : formatOutcome(outcome, input.dryRun))

/** Sets up agents and prints what changed. */
export const printInstall = Effect.fnUntraced(function* (input: TargetInput) {
  const { clients, options } = yield* resolveTarget(input)
  yield* Effect.flatMap(setUpAgents(clients, options), printOutcome(input))
})

/** Removes what `agents install` has added and prints what changed. */
export const printUninstall = Effect.fnUntraced(function* (input: TargetInput) {
  const { clients, options } = yield* resolveTarget({
    ...input,
    clients: input.clients.length > 0 ? input.clients : input.local ? ["claude-code"] : hookClients
  })
  yield* Effect.flatMap(tearDownAgents(clients, options), printOutcome(input))
})

const scopes = ["project", "local", "global"] as const

/** Looks at the hooks of all clients in all scopes. */
const findInstalled = Effect.fnUntraced(function* () {
  const found = yield* Effect.forEach(hookClients, (client) =>
    Effect.forEach(scopes, (scope) =>
      Effect.flatMap(makeOptions(scope, true), (options) =>
        Effect.map(
          checkHooks(client, options),
          Option.map((one) => ({ ...one, scope }))
        )
      )
    )
  )
  return found.flat().flatMap((one) => Option.toArray(one))
})

const stateTexts = { current: "set up", outdated: "outdated; run ultragit agents install", absent: "not set up" }

const formatEvent = ({
  denied,
  event,
  medianMillis,
  p95Millis,
  runs,
  silent,
  timeouts,
  tokens,
  told
}: EventUsage): string =>
  `  ${event}: ${formatCount(runs, "run")}, ${told} told${denied > 0 ? `, ${denied} denied` : ""}, ${silent} silent, ${timeouts} out of time; ${formatCount(tokens, "token")}; median ${medianMillis} ms, p95 ${p95Millis} ms`

const formatUsage = (usage: UsageReport): ReadonlyArray<string> =>
  Option.match(usage.since, {
    onNone: () => ["No hook has run in this repository yet."],
    onSome: (since) => [
      `Since ${since.slice(0, 10)}, in ${formatCount(usage.sessions, "session")}:`,
      ...usage.events.map(formatEvent),
      `  reasons given for ${formatCount(usage.unitsTold, "unit")}, of which ${usage.unitsChangedAfter} then changed`,
      ...usage.tools.map(
        ({ calls, failed, tool }) =>
          `  ${escapeControls(tool)}: ${formatCount(calls, "call")}${failed > 0 ? `, ${failed} failed` : ""}`
      ),
      `  notes of ${formatCount(usage.notesWritten, "commit")} written or received`
    ]
  })

/** Prints which agents are set up, the latest errors of their hooks, and with `usage` what hooks did. */
export const printStatus = Effect.fnUntraced(function* (input: { readonly usage: boolean; readonly json: boolean }) {
  const installed = yield* findInstalled()
  const usage = yield* readUsage()
  const shown = installed.filter(({ state }) => state !== "absent")
  if (input.json) {
    const { since, ...counts } = usage
    const { errors, queued, ...rest } = counts
    return yield* writeOutput(
      toJsonLine({
        hooks: shown.map(({ client, file, scope, state }) => ({ client, scope, file, state })),
        errors,
        queued_sessions: queued,
        ...(input.usage ? { usage: { since: Option.getOrNull(since), ...rest } } : {})
      })
    )
  }
  const lines = [
    ...(shown.length === 0
      ? ["No agent is set up. Run: ultragit agents install"]
      : shown.map(({ file, state, title }) => `${title}: ${stateTexts[state]} (${escapeControls(file)})`)),
    ...(usage.queued > 0
      ? [`${formatCount(usage.queued, "session")} waiting for import: ultragit import sessions`]
      : []),
    ...(usage.errors.length > 0
      ? ["Latest errors of hooks:", ...usage.errors.map((line) => `  ${escapeControls(line)}`)]
      : []),
    ...(input.usage ? formatUsage(usage) : [])
  ]
  yield* writeOutput(`${lines.join("\n")}\n`)
})

/** Writes a plugin of Claude Code and prints the paths of its files. */
export const printPlugin = Effect.fnUntraced(function* (folder: string, version: string) {
  const written = yield* writeClaudePlugin(resolve(folder), version)
  yield* writeOutput(written.map((path) => `Wrote ${escapeControls(path)}\n`).join(""))
})
