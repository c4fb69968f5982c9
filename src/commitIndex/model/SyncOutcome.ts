import { Context, type Duration, Effect, type Result } from "effect"
import type { GitError } from "../../adapters/git/GitError.ts"
import type { SqlError } from "../../adapters/sql/SqlError.ts"
import type { SettingsError } from "../../config/SettingsError.ts"
import type { Failure } from "../../domain/Failure.ts"
import type { NotesError } from "../../notes/NotesError.ts"
import type { CommitsError } from "./CommitsError.ts"
import type { IndexingError } from "./IndexingError.ts"
import type { Registration } from "./Registration.ts"

/** Runs before each sync of a repository, for example to fetch its clone. Does nothing by default. */
export const BeforeSync = Context.Reference<(registration: Registration) => Effect.Effect<void, Failure>>(
  "ultragit/commitIndex/model/BeforeSync",
  { defaultValue: () => () => Effect.void }
)

/** How long a sync waits for the lock while another process syncs the same repository. */
export const SyncLockTimeout = Context.Reference<Duration.Input>("ultragit/commitIndex/model/SyncLockTimeout", {
  defaultValue: () => "1 hour"
})

/** Results of embedding the texts of commits that had no vector. */
export interface Embedded {
  readonly made: number
  /** Number of texts that the endpoint rejected. They are retried when the text or the model changes. */
  readonly refused: number
}

/** Result of a successful sync. */
export interface Synced {
  /** Number of commits. */
  readonly added: number
  readonly removed: number
  /** Present if embedding is enabled for the repository. */
  readonly embedded?: Embedded
}

/** Result of syncing one repository. */
export interface SyncOutcome {
  readonly name: string
  readonly result: Result.Result<Synced, Failure>
}

/** Expected failures of a sync as a whole. Failures of a single repository are part of its `SyncOutcome`. */
export type SyncFailure = CommitsError | SqlError

/** Expected failures of syncing one repository, except those of `BeforeSync`. */
export type RepositoryFailure = SyncFailure | GitError | NotesError | SettingsError | IndexingError
