import { Effect, Option, Result } from "effect"
import type { Registration, Selection } from "../../../commitIndex/model/Registration.ts"
import { Repositories } from "../../../commitIndex/repositories/Repositories.ts"
import { type Change, type RepositoryStatus } from "../../../commitIndex/model/Operations.ts"
import type { Synced, SyncOutcome } from "../../../commitIndex/model/SyncOutcome.ts"
import type { Failure } from "../../../domain/Failure.ts"
import { outputSurface } from "../../kit/answer.ts"
import { setExitCode } from "../../kit/ExitCode.ts"
import { exitCodes, formatFailure, writeFailure } from "../../kit/failures.ts"
import { printResult } from "../../kit/result.ts"
import { writeOutput } from "../../kit/output.ts"
import { optionalField } from "../../kit/query.ts"
import { formatFilters, renderList, renderStatus, formatSource } from "../../render/repositories.ts"
import { limitYoungGeneration } from "../../../adapters/runtime/limitYoungGeneration.ts"
import { withSyncProgress } from "./syncProgress.ts"
import { formatCount } from "../../../domain/Text.ts"

/** Flags that select what of a repository is indexed. */
export interface SelectionFlags {
  readonly branches: ReadonlyArray<string>
  readonly exclude: ReadonlyArray<string>
  readonly author: Option.Option<string>
  readonly forkOf: Option.Option<string>
  readonly embed: Option.Option<boolean>
  readonly json: boolean
}

/** An empty value resets the selection. */
const withoutEmpty = (values: ReadonlyArray<string>): ReadonlyArray<string> => values.filter((value) => value !== "")
const toNullable = (value: Option.Option<string>): string | null =>
  Option.getOrNull(Option.filter(value, (text) => text !== ""))

/** Converts flags to a selection. */
export const toSelection = (input: SelectionFlags): Selection => ({
  branches: withoutEmpty(input.branches),
  exclude: withoutEmpty(input.exclude),
  author: toNullable(input.author),
  forkOf: toNullable(input.forkOf),
  embed: Option.getOrElse(input.embed, () => false)
})

/** Describes a registration for JSON. */
export const toDocument = (found: Registration) => ({
  name: found.name,
  source: formatSource(found),
  directory: found.directory,
  commit_count: found.commitCount,
  last_synced_at: found.syncedAt,
  last_error: found.lastError,
  branches: found.selection.branches,
  exclude: found.selection.exclude,
  author: found.selection.author,
  fork_of: found.selection.forkOf,
  embed: found.selection.embed
})

/** Formats what of a repository is indexed; none for everything. */
export const formatSelection = (found: Registration): ReadonlyArray<string> => {
  const filters = formatFilters(found)
  return filters === "" ? [] : [`Indexed: ${filters}`]
}

/** A failure of one of several repositories, with its name or source. */
export const describeFailure = (name: string, { code, details, hint, message }: Failure): Failure => ({
  code,
  details,
  hint,
  message: `${name}: ${message}`
})

/** Sets exit code 1 if there are failures, and prints them unless the JSON has them. */
export const reportFailures = Effect.fnUntraced(function* (failures: ReadonlyArray<Failure>, json: boolean) {
  if (failures.length > 0) yield* setExitCode(exitCodes.failure)
  if (json) return
  yield* Effect.forEach(failures, (failure) => writeFailure(`${formatFailure(failure, "text")}\n`), { discard: true })
})

/** Removes a repository and prints how many commits it had. */
export const printRemove = Effect.fn("Cli.reposRemove")(function* (input: {
  readonly name: string
  readonly json: boolean
}) {
  const { name } = input
  const commits = yield* Effect.flatMap(Repositories, (repositories) => repositories.remove(name))
  const lines = [`Removed ${name} (${formatCount(commits, "commit")}).`]
  yield* printResult({ document: { $schema: "ultragit-repos-remove/v1", name, commits }, lines }, input.json)
})

interface UpdateFlags extends SelectionFlags {
  readonly name: string
  readonly newName: Option.Option<string>
  readonly source: Option.Option<string>
}

const toChange = (input: UpdateFlags): Change => ({
  ...optionalField("source", input.source),
  ...optionalField("name", input.newName),
  ...(input.branches.length === 0 ? {} : { branches: withoutEmpty(input.branches) }),
  ...(input.exclude.length === 0 ? {} : { exclude: withoutEmpty(input.exclude) }),
  ...(Option.isNone(input.author) ? {} : { author: toNullable(input.author) }),
  ...(Option.isNone(input.forkOf) ? {} : { forkOf: toNullable(input.forkOf) }),
  ...optionalField("embed", input.embed)
})

/** Whether the change makes the next sync index every commit again. */
const isReindexed = ({ author, exclude, forkOf }: Change): boolean =>
  author !== undefined || exclude !== undefined || forkOf !== undefined

const formatReindexing = ({ selection }: Registration): string =>
  `The next sync indexes all commits again${selection.embed ? ", and requests all vectors from the endpoint again" : ""}.`

/** Changes a repository and prints its new selection. */
export const printUpdate = Effect.fn("Cli.reposUpdate")(function* (input: UpdateFlags) {
  const repositories = yield* Repositories
  const change = toChange(input)
  const registration = yield* withSyncProgress(repositories.update(input.name, change))
  const { name } = registration
  const emptyIndexLines = Object.keys(change).length === 0
  const lines = emptyIndexLines
    ? [`No changes given; ${name} is unchanged.`, ...formatSelection(registration)]
    : [
        `Updated ${name}.`,
        ...(formatFilters(registration) === "" ? ["Indexed: everything"] : formatSelection(registration)),
        ...(isReindexed(change) ? [formatReindexing(registration)] : []),
        `Bring the index up to date: ultragit repos sync ${name}`
      ]
  const document = { $schema: "ultragit-repos-update/v1", repository: toDocument(registration) }
  yield* printResult({ document, lines }, input.json)
})

const emptyIndexLines = ["No repositories are indexed yet. Add one: ultragit repos add PATH"]

/** Prints names and sources. */
export const printList = Effect.fn("Cli.reposList")(function* (input: { readonly json: boolean }) {
  const all = yield* Effect.flatMap(Repositories, (repositories) => repositories.list)
  if (input.json) {
    const document = { $schema: "ultragit-repos-list/v1", repositories: all.map(toDocument) }
    return yield* printResult({ document, lines: [] }, true)
  }
  const lines = all.length === 0 ? emptyIndexLines : renderList(all, yield* outputSurface)
  return yield* writeOutput(`${lines.join("\n")}\n`)
})

const toStatusDocument = (found: RepositoryStatus) => ({
  ...toDocument(found),
  behind: found.behind,
  vectors: found.vectors
})

/** Prints how fresh the index of each repository is. */
export const printStatus = Effect.fn("Cli.reposStatus")(function* (input: { readonly json: boolean }) {
  const all = yield* Effect.flatMap(Repositories, (repositories) => repositories.status)
  if (input.json) {
    const document = { $schema: "ultragit-repos-status/v1", repositories: all.map(toStatusDocument) }
    return yield* printResult({ document, lines: [] }, true)
  }
  const lines = all.length === 0 ? emptyIndexLines : renderStatus(all, yield* outputSurface)
  return yield* writeOutput(`${lines.join("\n")}\n`)
})

/** The failure of a sync. If the repository is gone, its hint names the ways to fix that. */
export const toSyncFailure = (name: string, { code, details, hint, message }: Failure): Failure => {
  const gone = `If it was moved: ultragit repos update ${name} --source PATH. If it was deleted: ultragit repos remove ${name}`
  return { code, details, message, hint: code === "not_a_repository" ? gone : hint }
}

const toSyncDocument = ({ name, result }: SyncOutcome, counts: Counts) =>
  Result.match(result, {
    onSuccess: ({ added, embedded, removed }) => ({
      name,
      added,
      removed,
      ...(embedded === undefined ? {} : { embedded }),
      commit_count: counts.get(name) ?? null
    }),
    onFailure: (failure) => {
      const { code, hint, message } = toSyncFailure(name, failure)
      return { name, error: { code, message, ...(hint === undefined ? {} : { hint }) } }
    }
  })

/** Number of indexed commits by repository. */
type Counts = ReadonlyMap<string, number>

/** Counts the indexed commits of each repository. */
export const countCommits = Effect.gen(function* () {
  const repositories = yield* Repositories
  const counts: Counts = new Map((yield* repositories.list).map(({ commitCount, name }) => [name, commitCount]))
  return counts
})

/** Formats what the sync of one repository changed. */
export const formatSynced = ({ added, embedded, removed }: Synced, all: number | undefined): string => {
  const changes = [
    ...(added === 0 ? [] : [`${formatCount(added, "commit")} added`]),
    ...(removed === 0 ? [] : [`${removed} removed`]),
    ...(embedded === undefined || embedded.made === 0 ? [] : [`${formatCount(embedded.made, "vector")} made`]),
    ...(embedded === undefined || embedded.refused === 0
      ? []
      : [`${formatCount(embedded.refused, "text")} refused by the endpoint for embeddings`])
  ]
  const inAll = all === undefined ? "" : ` (${all} in total)`
  return `${changes.length === 0 ? "up to date" : changes.join(", ")}${inAll}`
}

/** Syncs and prints the result of each repository. Sets exit code 1 if one fails. */
export const printSync = Effect.fn("Cli.reposSync")(function* (input: {
  readonly names: ReadonlyArray<string>
  readonly json: boolean
}) {
  const repositories = yield* Repositories
  yield* limitYoungGeneration
  const outcomes = yield* withSyncProgress(repositories.sync(input.names))
  const counts = yield* countCommits
  const document = {
    $schema: "ultragit-repos-sync/v1",
    repositories: outcomes.map((outcome) => toSyncDocument(outcome, counts))
  }
  const lines = outcomes.flatMap(({ name, result }) =>
    Result.isSuccess(result) ? [`${name}: ${formatSynced(result.success, counts.get(name))}`] : []
  )
  if (input.json || lines.length > 0 || outcomes.length === 0) {
    yield* printResult({ document, lines: outcomes.length === 0 ? emptyIndexLines : lines }, input.json)
  }
  const failures = outcomes.flatMap(({ name, result }) =>
    Result.isFailure(result) ? [describeFailure(name, toSyncFailure(name, result.failure))] : []
  )
  yield* reportFailures(failures, input.json)
})
