import type { CloneError } from "../../adapters/git/clone/CloneError.ts"
import type { GitError } from "../../adapters/git/GitError.ts"
import type { SqlError } from "../../adapters/sql/SqlError.ts"
import type { CommitsError } from "./CommitsError.ts"
import type { IndexingError } from "./IndexingError.ts"
import type { Registration, Selection } from "./Registration.ts"
import type { RepositoriesError } from "./RepositoriesError.ts"

/** Every expected failure of the operations of `Repositories`. */
export type OperatorError = RepositoriesError | CommitsError | CloneError | GitError | IndexingError | SqlError

/** A repository to index. */
export interface Addition {
  /** A directory inside the repository, or a URL to clone from. */
  readonly source: string
  /** Defaults to the last path segment of the source. */
  readonly name?: string | undefined
  /** Restricts what is indexed; omitted members select everything. */
  readonly selection?: Partial<Selection>
}

/** Result of adding a repository. */
export interface Added {
  readonly registration: Registration
  /** Other names under which the same repository is already indexed. */
  readonly also: ReadonlyArray<string>
}

/** Changes to a registered repository; omitted members stay as they are. */
export interface Change extends Partial<Selection> {
  readonly name?: string
  /** New location, in the form of {@link Addition.source}. */
  readonly source?: string
}

/** Registration and index state of a repository. */
export interface RepositoryStatus extends Registration {
  /** Number of commits that are not indexed yet, or whose patches or notes are not; null if the repository cannot be read. */
  readonly behind: number | null
  /** Number of commits that have a vector from any model. */
  readonly vectors: number
}
