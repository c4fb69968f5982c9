import { Config, Effect, Option, Path } from "effect"
import { type ConfigEntry, Git, type Repository } from "../git/Git.ts"
import type { GitError } from "../git/GitError.ts"
import {
  type Candidate,
  type Candidates,
  fromEnvironment,
  fromFlags,
  fromGitConfig,
  fromTrackedFile,
  gitConfigWarnings,
  type TrackedCandidates,
  trackedFileName
} from "./candidates.ts"
import { allDefinitions, type Definition, definitions, noteRefExpected } from "./definitions.ts"
import { SettingInvalid, SettingsError } from "./SettingsError.ts"
import type { SettingOrigin, SettingsValues } from "./Settings.ts"
import type { SettingsFlags } from "./SettingsFlags.ts"
import { readTrackedFile } from "./TrackedFile.ts"

/** All settings, and the files that they came from or could have come from. */
export interface Loaded {
  readonly values: SettingsValues
  readonly origins: ReadonlyArray<SettingOrigin>
  readonly warnings: ReadonlyArray<string>
  /** Absolute paths; none when there is no repository yet, and nothing to keep. */
  readonly files: Option.Option<ReadonlyArray<string>>
}

const missing: Candidate = { values: [], source: "default", detail: "default" }

const candidateOf = (sources: ReadonlyArray<Candidates>, definition: Definition<unknown>): Candidate =>
  sources.map((source) => source.get(definition.name)).find((candidate) => candidate !== undefined) ?? missing

const invalid = (definition: Definition<unknown>, { detail, source, values }: Candidate, expected: string) =>
  new SettingsError({
    reason: new SettingInvalid({
      name: `ultragit.${definition.name}`,
      value: values.join(", ").slice(0, 200),
      origin: source === "git config" ? `git config, ${detail}` : detail,
      expected
    })
  })

const decoded = <A>(sources: ReadonlyArray<Candidates>, definition: Definition<A>): Effect.Effect<A, SettingsError> => {
  const candidate = candidateOf(sources, definition)
  if (candidate === missing) return Effect.succeed(definition.fallback)
  return Effect.mapError(Effect.fromOption(definition.decode(candidate.values)), () =>
    invalid(definition, candidate, definition.expected)
  )
}

/** As `git notes --ref` has it: `ultragit` and `notes/ultragit` are short for `refs/notes/ultragit`. */
const expandRef = (ref: string): string => {
  if (ref.startsWith("refs/")) return ref
  return ref.startsWith("notes/") ? `refs/${ref}` : `refs/notes/${ref}`
}

const noteRefOf = Effect.fnUntraced(function* (sources: ReadonlyArray<Candidates>) {
  const git = yield* Git
  const ref = expandRef(yield* decoded(sources, definitions.noteRef))
  if (ref === definitions.noteRef.fallback) return ref
  const allowed = ref.startsWith("refs/notes/") && (yield* git.isRefName(ref))
  return allowed ? ref : yield* invalid(definitions.noteRef, candidateOf(sources, definitions.noteRef), noteRefExpected)
})

const valuesOf = Effect.fnUntraced(function* (sources: ReadonlyArray<Candidates>) {
  const read = <A>(definition: Definition<A>) => decoded(sources, definition)
  const values: SettingsValues = {
    noteRef: yield* noteRefOf(sources),
    include: yield* read(definitions.include),
    exclude: yield* read(definitions.exclude),
    toolsets: yield* read(definitions.toolsets),
    syncRemote: yield* read(definitions.syncRemote),
    maxTokens: yield* read(definitions.maxTokens),
    maxRegions: yield* read(definitions.maxRegions),
    maxResults: yield* read(definitions.maxResults),
    historyLimit: yield* read(definitions.historyLimit),
    depth: yield* read(definitions.depth),
    gitTimeout: yield* read(definitions.gitTimeout),
    maxMessageBytes: yield* read(definitions.maxMessageBytes),
    confidence: {
      recency: yield* read(definitions.recency),
      contextLevel: yield* read(definitions.contextLevel),
      anchorStability: yield* read(definitions.anchorStability),
      provenance: yield* read(definitions.provenance),
      halfLifeDays: yield* read(definitions.halfLifeDays)
    }
  }
  return values
})

const originOf = (sources: ReadonlyArray<Candidates>, definition: Definition<unknown>): SettingOrigin => {
  const { detail, source, values } = candidateOf(sources, definition)
  const { fallback } = definition
  const standing =
    source === "default" ? (Array.isArray(fallback) ? fallback.join(", ") : String(fallback)) : values.join(", ")
  return { name: `ultragit.${definition.name}`, value: standing, source, detail }
}

/** The repository, none where there is none or git refuses it: what is asked of it will say so. */
const repositoryIfAny: Effect.Effect<Option.Option<Repository>, GitError, Git> = Effect.gen(function* () {
  const git = yield* Git
  return Option.some(yield* git.repository)
}).pipe(
  Effect.catchReasons("GitError", {
    NotARepository: () => Effect.succeedNone,
    RepositoryUnreadable: () => Effect.succeedNone
  })
)

/** Where git would look for configuration that may not exist yet, and what it names as origin now. */
const filesOf = Effect.fnUntraced(function* (repository: Repository, entries: ReadonlyArray<ConfigEntry>) {
  const path = yield* Path.Path
  const home = yield* Effect.orDie(Config.option(Config.String("HOME")))
  const xdg = yield* Effect.orDie(Config.option(Config.String("XDG_CONFIG_HOME")))
  const workTree = Option.getOrElse(repository.workTree, () => repository.gitDirectory)
  const configHome = Option.orElse(xdg, () => Option.map(home, (folder) => path.join(folder, ".config")))
  const origins = entries.filter((entry) => entry.origin.startsWith("file:"))
  const onBranch = entries.some((entry) => entry.key.startsWith("includeif.onbranch:"))
  return [
    ...new Set(origins.map((entry) => path.resolve(workTree, entry.origin.slice("file:".length)))),
    path.join(repository.commonDirectory, "config"),
    path.join(repository.gitDirectory, "config.worktree"),
    ...Option.toArray(Option.map(home, (folder) => path.join(folder, ".gitconfig"))),
    ...Option.toArray(Option.map(configHome, (folder) => path.join(folder, "git", "config"))),
    ...Option.toArray(Option.map(repository.workTree, (folder) => path.join(folder, trackedFileName))),
    ...(onBranch ? [path.join(repository.gitDirectory, "HEAD")] : [])
  ]
})

const nothingTracked: TrackedCandidates = { candidates: new Map(), warnings: [] }

const trackedOf = Effect.fnUntraced(function* (repository: Option.Option<Repository>) {
  const path = yield* Path.Path
  const workTree = Option.flatMap(repository, (found) => found.workTree)
  if (Option.isNone(workTree)) return nothingTracked
  return Option.match(yield* readTrackedFile(path.join(workTree.value, trackedFileName)), {
    onNone: () => nothingTracked,
    onSome: fromTrackedFile
  })
})

/** Reads every source and puts them together, the strongest first. */
export const load = Effect.fn("Settings.load")(function* (flags: typeof SettingsFlags.Service) {
  const git = yield* Git
  const [entries, repository] = yield* Effect.all([git.config, repositoryIfAny], { concurrency: 2 })
  const tracked = yield* trackedOf(repository)
  const sources = [fromFlags(flags), yield* fromEnvironment, fromGitConfig(entries), tracked.candidates]
  const loaded: Loaded = {
    values: yield* valuesOf(sources),
    origins: allDefinitions.map((definition) => originOf(sources, definition)),
    warnings: [...gitConfigWarnings(entries), ...tracked.warnings],
    files: Option.isNone(repository) ? Option.none() : Option.some(yield* filesOf(repository.value, entries))
  }
  return loaded
})
