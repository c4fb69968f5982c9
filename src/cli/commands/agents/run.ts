import { resolve } from "node:path"
import { Effect, Option, Result } from "effect"
import { Git } from "../../../adapters/git/Git.ts"
import { type HookClient, hookClients } from "../../../agents/events/AgentEvent.ts"
import { Settings } from "../../../config/Settings.ts"
import { escapeControls, escapeOutput, formatCount, jsonText } from "../../../domain/Text.ts"
import {
  checkHooks,
  findClients,
  type HookFileOptions,
  type HookFileOutcome,
  type HookScope
} from "../../../setup/agents/hookFiles.ts"
import { writeClaudePlugin } from "../../../setup/agents/claudePlugin.ts"
import type { ExcludeOutcome } from "../../../setup/agents/excludeFile.ts"
import {
  type AgentsFailure,
  type AgentsOutcome,
  type ClientOutcome,
  setUpAgents,
  tearDownAgents
} from "../../../setup/agents/setUpAgents.ts"
import { type EventUsage, readUsage, type UsageReport } from "../../../setup/agents/usageReport.ts"
import { type Report, reportParts } from "../../../setup/clients/report.ts"
import type { FileOutcome } from "../../../setup/skill/skill.ts"
import { setExitCode } from "../../kit/ExitCode.ts"
import { exitCodes, formatFailure, writeFailure } from "../../kit/failures.ts"
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

/** Options of a scope. The user's files for all repositories need no repository. */
const makeOptions = Effect.fnUntraced(function* (scope: HookScope, dryRun: boolean) {
  const { gate } = yield* (yield* Settings).values
  const root = scope === "global" ? "" : yield* findRoot
  const options: HookFileOptions = { root, scope, dryRun, isGated: gate === "once" }
  return options
})

const resolveTarget = Effect.fnUntraced(function* (input: TargetInput) {
  if (input.global && input.local) return yield* usageError("agents", "--global and --local exclude each other.")
  const scope: HookScope = input.global ? "global" : input.local ? "local" : "project"
  const options = yield* makeOptions(scope, input.dryRun)
  const found = input.clients.length > 0 ? input.clients : yield* findClients(options)
  const clients =
    scope === "local" && input.clients.length === 0 ? found.filter((name) => name === "claude-code") : found
  return { clients, options }
})

type Verbs<Done extends string> = Record<Exclude<Done, "absent">, readonly [real: string, dry: string]>

const hookVerbs: Verbs<HookFileOutcome["done"]> = {
  added: ["Added hooks to", "Would add hooks to"],
  updated: ["Updated the hooks in", "Would update the hooks in"],
  unchanged: ["Already up to date:", "Already up to date:"],
  removed: ["Removed the hooks from", "Would remove the hooks from"]
}

const guidanceVerbs: Verbs<FileOutcome["done"]> = {
  added: ["Added the guidance to", "Would add the guidance to"],
  updated: ["Updated the guidance in", "Would update the guidance in"],
  removed: ["Removed the guidance from", "Would remove the guidance from"],
  unchanged: ["Already up to date:", "Already up to date:"],
  newer: ["Unchanged, written by a newer ultragit:", "Unchanged, written by a newer ultragit:"]
}

const excludeTexts: Verbs<ExcludeOutcome["done"]> = {
  added: ["It is in .git/info/exclude now, so that it is not committed:", "Would add to .git/info/exclude:"],
  unchanged: ["Git ignores", "Git ignores"],
  tracked: ["Committed with the next change, because git tracks it:", "Git tracks, so that a commit would have it:"],
  removed: ["Removed from .git/info/exclude:", "Would remove from .git/info/exclude:"]
}

const endLine = (line: string): string => `${escapeControls(line)}\n`

const toReport = (lines: ReadonlyArray<string>, notes: ReadonlyArray<string> = [], content = ""): Report => ({
  lines: lines.map(endLine),
  notes: notes.map(endLine),
  content: content === "" ? "" : `${escapeOutput(content.trimEnd())}\n`
})

const formatHooks = ({ content, done, file, notes, title }: HookFileOutcome, tense: 0 | 1): Report =>
  toReport(
    done === "absent" ? [] : [`${hookVerbs[done][tense]} ${file} (${title})`],
    done === "added" ? notes : [],
    tense === 1 && (done === "added" || done === "updated") ? content : ""
  )

const formatExclude = ({ done, path }: ExcludeOutcome, tense: 0 | 1): Report =>
  toReport(done === "absent" ? [] : [`${excludeTexts[done][tense]} ${path}`])

const formatClient = (
  { client, exclude, hooks, notes, server }: ClientOutcome,
  tense: 0 | 1
): ReadonlyArray<Report> => [
  Option.match(hooks, {
    onNone: () => toReport([`${client} has no file for this; its hooks are set up without --local.`]),
    onSome: (outcome) => formatHooks(outcome, tense)
  }),
  ...Option.toArray(exclude).map((outcome) => formatExclude(outcome, tense)),
  ...Option.toArray(server).flatMap((outcome) => (outcome.kind === "absent" ? [] : [reportParts(outcome)])),
  toReport([], notes)
]

/** Joins reports. A note that holds for several clients is given once. */
const joinReports = (reports: ReadonlyArray<Report>): string => {
  const given = new Set<string>()
  return reports
    .flatMap(({ content, lines, notes }) => {
      const news = notes.filter((note) => !given.has(note))
      for (const note of news) given.add(note)
      return [...lines, ...news, content]
    })
    .join("")
}

const formatOutcome = ({ clients, guidance }: AgentsOutcome, dryRun: boolean): string => {
  const tense = dryRun ? 1 : 0
  const text = joinReports([
    ...clients.flatMap((client) => formatClient(client, tense)),
    ...guidance.map(({ done, file }) => toReport(done === "absent" ? [] : [`${guidanceVerbs[done][tense]} ${file}`]))
  ])
  return text === "" ? "Nothing to remove.\n" : text
}

const toJsonLine = (document: object): string => `${jsonText({ $schema: "ultragit-agents/v1", ...document })}\n`

/** A failure in a document, with the client whose file it is. */
const toFailureJson = ({ client, failure }: AgentsFailure) => ({
  ...(Option.isSome(client) ? { client: client.value } : {}),
  error: {
    code: failure.code,
    message: failure.message,
    ...(failure.hint === undefined ? {} : { hint: failure.hint })
  }
})

/** Prints each failure once, after what was done, and has the command end with 1. */
const reportFailures = Effect.fnUntraced(function* (failures: ReadonlyArray<AgentsFailure>, isJson: boolean) {
  if (failures.length === 0) return
  yield* setExitCode(exitCodes.failure)
  if (isJson) return
  const texts = new Set(failures.map(({ failure }) => `${formatFailure(failure, "text")}\n`))
  yield* writeFailure([...texts].join(""))
})

const formatJson = ({ clients, failures, guidance }: AgentsOutcome, dryRun: boolean): string =>
  toJsonLine({
    dry_run: dryRun,
    ...(failures.length === 0 ? {} : { failed: failures.map(toFailureJson) }),
    clients: clients.map(({ client, exclude, hooks, notes, server }) => ({
      client,
      ...(Option.isSome(hooks)
        ? { hooks: { file: hooks.value.file, done: hooks.value.done, notes: hooks.value.notes } }
        : {}),
      ...(Option.isSome(server) && server.value.kind !== "paste"
        ? { server: { file: server.value.file, name: server.value.name, done: server.value.kind } }
        : {}),
      ...(Option.isSome(exclude) ? { exclude: exclude.value } : {}),
      ...(notes.length === 0 ? {} : { notes })
    })),
    guidance
  })

const printOutcome = (input: TargetInput) => (outcome: AgentsOutcome) =>
  Effect.andThen(
    writeOutput(input.json ? formatJson(outcome, input.dryRun) : formatOutcome(outcome, input.dryRun)),
    reportFailures(outcome.failures, input.json)
  )

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

/** Looks at the hooks of all clients in all scopes. What cannot be read is among the failures. */
const findInstalled = Effect.fnUntraced(function* () {
  const places = hookClients.flatMap((client) => scopes.map((scope) => ({ client, scope })))
  const checked = yield* Effect.forEach(places, ({ client, scope }) =>
    Effect.gen(function* () {
      const found = yield* Effect.result(checkHooks(client, yield* makeOptions(scope, true)))
      const failure = Option.map(Result.getFailure(found), (error): AgentsFailure => ({
        client: Option.some(client),
        failure: error
      }))
      const installed = Option.map(Option.flatten(Result.getSuccess(found)), (one) => ({ ...one, scope }))
      return { failure, installed }
    })
  )
  return {
    installed: checked.flatMap(({ installed }) => Option.toArray(installed)),
    failures: checked.flatMap(({ failure }) => Option.toArray(failure))
  }
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
  `  ${event}: ${formatCount(runs, "run")}, ${told} answered${denied > 0 ? `, ${denied} denied` : ""}, ${silent} silent, ${timeouts} out of time; ${formatCount(tokens, "token")}; median ${medianMillis} ms, p95 ${p95Millis} ms`

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
  const { failures, installed } = yield* findInstalled()
  const usage = yield* readUsage()
  const shown = installed.filter(({ state }) => state !== "absent")
  if (input.json) {
    const { since, ...counts } = usage
    const { errors, queued, ...rest } = counts
    yield* writeOutput(
      toJsonLine({
        ...(failures.length === 0 ? {} : { failed: failures.map(toFailureJson) }),
        hooks: shown.map(({ client, file, scope, state }) => ({ client, scope, file, state })),
        errors,
        queued_sessions: queued,
        ...(input.usage ? { usage: { since: Option.getOrNull(since), ...rest } } : {})
      })
    )
    return yield* reportFailures(failures, true)
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
  yield* reportFailures(failures, false)
})

/** Writes a plugin of Claude Code and prints the paths of its files. */
export const printPlugin = Effect.fnUntraced(function* (folder: string, version: string) {
  const written = yield* writeClaudePlugin(resolve(folder), version)
  yield* writeOutput(written.map((path) => `Wrote ${escapeControls(path)}\n`).join(""))
})
