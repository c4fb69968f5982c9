import { Context, type Effect, type Layer } from "effect"
import type { CodeGraph, CodeGraphError } from "../../codeGraph/service/CodeGraph.ts"
import type { CodeIndex, CodeIndexError } from "../../codeIndex/service/CodeIndex.ts"
import type { Pipeline } from "../../pipeline/questions/Pipeline.ts"
import type { CommitIndex } from "../../commitIndex/service/CommitIndex.ts"
import type { RawPatches } from "../../commitIndex/service/RawPatches.ts"
import type { Repositories } from "../../commitIndex/repositories/Repositories.ts"
import type { Settings } from "../../config/Settings.ts"
import type { ServerValues } from "../../config/SettingsValues.ts"
import type { SettingsError } from "../../config/SettingsError.ts"
import type { Git } from "../../adapters/git/Git.ts"
import type { GitError } from "../../adapters/git/GitError.ts"
import type { GitWrites } from "../../adapters/git/GitWrites.ts"
import type { ServedToolset } from "../../serving/server/ServedToolset.ts"
import type { Failure } from "../../domain/Failure.ts"
import type { RepositoryHost } from "../../repositoryHost/model/RepositoryHost.ts"
import type { Notes } from "../../notes/Notes.ts"
import type { NotesWriter } from "../../notes/NotesWriter.ts"
import type { Parser } from "../../adapters/parser/Parser.ts"

/**
 * The layers that commands run on, for the repository and flags of the context (`GitDirectory`, `SettingsFlags`).
 * `Layers.ts` provides it. It loads and builds nothing before a command uses it.
 */
export class Backend extends Context.Service<
  Backend,
  {
    /** Version of the program. */
    readonly version: string
    readonly settings: Layer.Layer<Settings | Git>
    readonly annotations: Layer.Layer<Pipeline | Settings | Git>
    readonly authoring: Layer.Layer<Pipeline | Notes | NotesWriter | Parser | Settings | Git | GitWrites>
    /** Queries of the commit index in the file of `IndexPath`. */
    readonly commits: Layer.Layer<CommitIndex | RawPatches>
    /** Questions to the code index of the repository. */
    readonly code: Layer.Layer<CodeIndex | Settings | Git, CodeIndexError>
    /** Questions to the graph of the repository's code, and to its history. */
    readonly graph: Layer.Layer<CodeGraph | Settings | Git, CodeGraphError>
    /** The repositories of a server or folder. */
    readonly gitblit: Layer.Layer<RepositoryHost, Failure>
    /** The same for a server: other requests go on while one reads an index. */
    readonly servedGitblit: Layer.Layer<RepositoryHost, Failure>
    readonly repositories: Layer.Layer<Repositories>
    /** The settings of a server. */
    readonly serverSettings: Effect.Effect<ServerValues, SettingsError | GitError>
    /** All toolsets, in the order in which servers list them. */
    readonly toolsets: Effect.Effect<ReadonlyArray<ServedToolset>>
  }
>()("ultragit/cli/kit/Backend") {}
