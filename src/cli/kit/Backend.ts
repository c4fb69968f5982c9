import { Context, type Effect, type Layer } from "effect"
import type { Pipeline } from "../../pipeline/questions/Pipeline.ts"
import type { CommitIndex } from "../../commitIndex/asking/CommitIndex.ts"
import type { RawPatches } from "../../commitIndex/asking/RawPatches.ts"
import type { Repositories } from "../../commitIndex/repositories/Repositories.ts"
import type { Settings } from "../../config/Settings.ts"
import type { ServerValues } from "../../config/SettingsValues.ts"
import type { SettingsError } from "../../config/SettingsError.ts"
import type { Git } from "../../adapters/git/Git.ts"
import type { GitError } from "../../adapters/git/GitError.ts"
import type { GitWrites } from "../../adapters/git/GitWrites.ts"
import type { ServedToolset } from "../../serving/server/ServedToolset.ts"
import type { Notes } from "../../notes/Notes.ts"
import type { NotesWriter } from "../../notes/NotesWriter.ts"
import type { Parser } from "../../adapters/parser/Parser.ts"

/**
 * What commands run on, for the repository and flags of the context (`GitDirectory`, `SettingsFlags`). Given by the
 * wiring; nothing of it is built, or even loaded, before a command asks.
 */
export class Backend extends Context.Service<
  Backend,
  {
    /** Of the program. */
    readonly version: string
    readonly settings: Layer.Layer<Settings | Git>
    readonly annotations: Layer.Layer<Pipeline | Settings | Git>
    readonly authoring: Layer.Layer<Pipeline | Notes | NotesWriter | Parser | Settings | Git | GitWrites>
    /** Questions to the index of commits, and who writes it; at the file that `IndexPath` names. */
    readonly commits: Layer.Layer<CommitIndex | RawPatches>
    readonly repositories: Layer.Layer<Repositories>
    /** What a server needs to know of settings. */
    readonly serverSettings: Effect.Effect<ServerValues, SettingsError | GitError>
    /** All there are, in the order in which they are served. */
    readonly toolsets: Effect.Effect<ReadonlyArray<ServedToolset>>
  }
>()("ultragit/cli/kit/Backend") {}
