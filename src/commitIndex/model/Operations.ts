import type { CloneError } from "../../adapters/git/clone/CloneError.ts"
import type { GitError } from "../../adapters/git/GitError.ts"
import type { SqlError } from "../../adapters/sql/SqlError.ts"
import type { CommitsError } from "./CommitsError.ts"
import type { IndexingError } from "./IndexingError.ts"
import type { Registration, Selection } from "./Registration.ts"
import type { RepositoriesError } from "./RepositoriesError.ts"

/** Every expected failure of what is done with the repositories of the index. */
export type OperatorError = RepositoriesError | CommitsError | CloneError | GitError | IndexingError | SqlError

/** A repository to index. */
export interface Addition {
  /** A folder in it, or an address to clone from. */
  readonly source: string
  /** The last part of the source unless given. */
  readonly name?: string | undefined
  /** What of it is indexed; what is not named: everything. */
  readonly selection?: Partial<Selection>
}

/** What was added. */
export interface Added {
  readonly registration: Registration
  /** Names under which the same repository is indexed too. */
  readonly also: ReadonlyArray<string>
}

/** What is to be different of a repository; what is not named stays. */
export interface Change extends Partial<Selection> {
  readonly name?: string
  /** As {@link Addition.source}: where it was moved to. */
  readonly source?: string
}

/** How a repository of the index stands. */
export interface RepositoryStatus extends Registration {
  /** Commits that are not indexed yet, or not yet with their patches; null where the repository cannot be asked. */
  readonly behind: number | null
  /** Commits that have a vector, of any model. */
  readonly vectors: number
}
