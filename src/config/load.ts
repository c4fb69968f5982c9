import { Effect, Option, Path, Result } from "effect"
import { configFiles } from "../adapters/git/read/ConfigReads.ts"
import { Git } from "../adapters/git/Git.ts"
import { type Repository } from "../adapters/git/Repository.ts"
import type { GitError } from "../adapters/git/GitError.ts"
import { type Candidate, type Candidates, trackedFileName } from "./Candidate.ts"
import { fromEnvironment, fromFlags, fromGitConfig } from "./candidates.ts"
import type { Definition, SettingValue } from "./define.ts"
import { allDefinitions, definitions } from "./definitions.ts"
import { SettingInvalid, SettingsError } from "./SettingsError.ts"
import type { ServerValues, SettingOrigin, SettingsValues } from "./SettingsValues.ts"
import type { SettingsFlags } from "./SettingsFlags.ts"
import { fromTrackedFile, type TrackedCandidates } from "./trackedCandidates.ts"
import { readTrackedFile } from "./TrackedFile.ts"
import { environmentWarnings, gitConfigWarnings } from "./unknownSettings.ts"

/** All settings, with every file that they come from or could come from. */
interface LoadedSettings {
  /** The values, or the first error. */
  readonly values: Result.Result<SettingsValues, SettingsError>
  readonly server: Result.Result<ServerValues, SettingsError>
  readonly origins: ReadonlyArray<SettingOrigin>
  /** All errors. */
  readonly problems: ReadonlyArray<SettingsError>
  readonly warnings: ReadonlyArray<string>
  /** Absolute paths; none outside a repository, where nothing is cached. */
  readonly files: Option.Option<ReadonlyArray<string>>
}

/** The flags of the program, and the directory and environment in which git runs. */
interface LoadOptions {
  readonly flags: typeof SettingsFlags.Service
  readonly directory: string
  readonly env: Readonly<Record<string, string | undefined>>
}

const noCandidate: Candidate = { values: [], source: "default", detail: "default" }

const findCandidate = (sources: ReadonlyArray<Candidates>, { name }: { readonly name: string }): Candidate =>
  sources.map((source) => source.get(name)).find((candidate) => candidate !== undefined) ?? noCandidate

/** Formats a hint for correcting an invalid value at its source. */
const formatRemedy = ({ detail, scope, source }: Candidate, name: string): string => {
  if (source === "flag") return `Give ${detail} another value.`
  if (source === "environment") return `Change the variable ${detail} or unset it.`
  if (source === "tracked file") {
    return `Correct it there, or let git's configuration win: ultragit config set ${name} <value>`
  }
  if (scope !== "local" && scope !== "global") return "Correct it there or remove it."
  const where = scope === "global" ? "--global " : ""
  return `Change it: ultragit config set ${where}${name} <value>; or remove it: ultragit config unset ${where}${name}`
}

/** Formats invalid values, truncated. */
const formatValues = (values: ReadonlyArray<string>): string => values.join(", ").slice(0, 200)

const makeInvalid = ({ expected, name }: Definition<SettingValue>, candidate: Candidate) => {
  const { detail, source, values } = candidate
  const value = candidate.malformed === true && values.length === 0 ? {} : { value: formatValues(values) }
  return new SettingsError({
    reason: new SettingInvalid({
      name: `ultragit.${name}`,
      ...value,
      origin: source === "git config" ? `git config, ${detail}` : detail,
      expected,
      remedy: formatRemedy(candidate, name)
    })
  })
}

const decodeSetting = <A extends SettingValue>(
  sources: ReadonlyArray<Candidates>,
  definition: Definition<A>
): Result.Result<A, SettingsError> => {
  const candidate = findCandidate(sources, definition)
  if (candidate === noCandidate) return Result.succeed(definition.fallback)
  const value = candidate.malformed === true ? Option.none() : definition.decode(candidate.values)
  return Result.fromOption(value, () => makeInvalid(definition, candidate))
}

const decodeValues = (sources: ReadonlyArray<Candidates>): Result.Result<SettingsValues, SettingsError> => {
  const read = <A extends SettingValue>(definition: Definition<A>) => decodeSetting(sources, definition)
  return Result.all({
    noteRef: read(definitions.noteRef),
    include: read(definitions.include),
    exclude: read(definitions.exclude),
    toolsets: read(definitions.toolsets),
    answerText: read(definitions.answerText),
    evidence: read(definitions.evidence),
    gate: read(definitions.gate),
    hookTimeout: read(definitions.hookTimeout),
    sessions: read(definitions.sessions),
    sessionsModel: read(definitions.sessionsModel),
    syncRemote: read(definitions.syncRemote),
    syncPulls: read(definitions.syncPulls),
    maxTokens: read(definitions.maxTokens),
    maxRegions: read(definitions.maxRegions),
    maxResults: read(definitions.maxResults),
    historyLimit: read(definitions.historyLimit),
    depth: read(definitions.depth),
    gitTimeout: read(definitions.gitTimeout),
    folderTimeout: read(definitions.folderTimeout),
    maxMessageBytes: read(definitions.maxMessageBytes),
    gitblitRoot: read(definitions.gitblitRoot),
    commitGraph: read(definitions.commitGraph),
    codeWatch: read(definitions.codeWatch),
    confidence: Result.all({
      recency: read(definitions.recency),
      contextLevel: read(definitions.contextLevel),
      anchorStability: read(definitions.anchorStability),
      provenance: read(definitions.provenance),
      halfLifeDays: read(definitions.halfLifeDays)
    })
  })
}

const decodeServerValues = (sources: ReadonlyArray<Candidates>): Result.Result<ServerValues, SettingsError> =>
  Result.all({
    toolsets: decodeSetting(sources, definitions.toolsets),
    maxMessageBytes: decodeSetting(sources, definitions.maxMessageBytes),
    gitblitRoot: decodeSetting(sources, definitions.gitblitRoot)
  })

/**
 * Describes a setting with its source. If the tracked file cannot be read, it might override a default, so the origin
 * carries that error.
 */
const describeOrigin = (
  sources: ReadonlyArray<Candidates>,
  read: Result.Result<TrackedCandidates, SettingsError>,
  definition: Definition<SettingValue>
): SettingOrigin => {
  const { detail, source, values } = findCandidate(sources, definition)
  const name = `ultragit.${definition.name}`
  return Result.match(decodeSetting(sources, definition), {
    onSuccess: (value) => {
      const isUncertain = definition.tracked && source === "default" && Result.isFailure(read)
      return { name, value, source, detail, ...(isUncertain ? { problem: read.failure } : {}) }
    },
    onFailure: (problem) => ({ name, value: formatValues(values), source, detail, problem })
  })
}

/** Finds the repository. None if there is none or git refuses it; later calls report the reason. */
const findRepository: Effect.Effect<Option.Option<Repository>, GitError, Git> = Effect.gen(function* () {
  const git = yield* Git
  return Option.some(yield* git.repository)
}).pipe(
  Effect.catchReasons("GitError", {
    NotARepository: () => Effect.succeedNone,
    RepositoryUnreadable: () => Effect.succeedNone
  })
)

const noTrackedCandidates: TrackedCandidates = { candidates: new Map(), warnings: [] }

const readTracked = (file: Option.Option<string>) =>
  Option.match(file, {
    onNone: () => Effect.succeed(noTrackedCandidates),
    onSome: (path) =>
      Effect.map(readTrackedFile(path), Option.match({ onNone: () => noTrackedCandidates, onSome: fromTrackedFile }))
  })

/** Loads all sources and merges them by precedence. */
export const loadSettings = Effect.fn("Settings.load")(function* ({ directory, env, flags }: LoadOptions) {
  const git = yield* Git
  const path = yield* Path.Path
  const [entries, repository] = yield* Effect.all([git.config, findRepository], { concurrency: 2 })
  const workTree = Option.flatMap(repository, (found) => found.workTree)
  const trackedFile = Option.map(workTree, (folder) => path.join(folder, trackedFileName))
  const read = yield* Effect.result(readTracked(trackedFile))
  const tracked = Result.getOrElse(read, () => noTrackedCandidates)
  const sources = [fromFlags(flags), yield* fromEnvironment, fromGitConfig(entries), tracked.candidates]
  const origins = allDefinitions.map((definition) => describeOrigin(sources, read, definition))
  const invalids = origins.flatMap(({ problem }) => (problem === undefined ? [] : [problem]))
  const loaded: LoadedSettings = {
    values: Result.flatMap(read, () => decodeValues(sources)),
    server: decodeServerValues(sources),
    origins,
    problems: [...new Set(Result.isFailure(read) ? [read.failure, ...invalids] : invalids)],
    warnings: [...(yield* environmentWarnings), ...gitConfigWarnings(entries), ...tracked.warnings],
    files: Option.map(repository, (found) => [
      ...configFiles(entries, { directory, env, repository: found }),
      ...Option.toArray(trackedFile)
    ])
  }
  return loaded
})
