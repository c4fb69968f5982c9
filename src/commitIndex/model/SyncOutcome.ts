import { Context, type Duration, Effect, type Result } from "effect"
import type { GitError } from "../../adapters/git/GitError.ts"
import type { SqlError } from "../../adapters/sql/SqlError.ts"
import type { SettingsError } from "../../config/SettingsError.ts"
import type { Failure } from "../../domain/Failure.ts"
import type { NotesError } from "../../notes/NotesError.ts"
import type { CommitsError } from "./CommitsError.ts"
import type { IndexingError } from "./IndexingError.ts"
import type { Registration } from "./Registration.ts"

/** What is done before each sync of a repository: fetching it, where it is one that is fetched. */
export const BeforeSync = Context.Reference<(registration: Registration) => Effect.Effect<void, Failure>>(
  "ultragit/commitIndex/model/BeforeSync",
  { defaultValue: () => () => Effect.void }
)

/** How long a sync waits for one of the same repository in another process. */
export const SyncLockTimeout = Context.Reference<Duration.Input>("ultragit/commitIndex/model/SyncLockTimeout", {
  defaultValue: () => "1 hour"
})

/** What became of the texts of commits that had no vector. */
export interface Embedded {
  readonly made: number
  /** Texts of which the endpoint makes none. They are asked again when they, or the model, are others. */
  readonly refused: number
}

/** What a sync did. */
export interface Synced {
  /** Commits. */
  readonly added: number
  readonly removed: number
  /** Where commits of the repository are found by similarity. */
  readonly embedded?: Embedded
}

/** How the sync of one repository ended. */
export interface SyncOutcome {
  readonly name: string
  readonly result: Result.Result<Synced, Failure>
}

/** Expected failures of a sync as a whole; those of one repository are its outcome. */
export type SyncFailure = CommitsError | SqlError

/** Expected failures of the sync of one repository, beside those of what is done before it. */
export type RepositoryFailure = SyncFailure | GitError | NotesError | SettingsError | IndexingError
