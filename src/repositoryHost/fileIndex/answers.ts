import type { Effect } from "effect"
import type { SqlError } from "../../adapters/sql/SqlError.ts"
import type { Query } from "../query/Query.ts"

/** The commit of a branch. */
export interface BranchCommit {
  readonly commit: string
  /** Full name of the branch; the commit where HEAD is detached. */
  readonly branch: string
}

/** What files to find. */
export interface FileIndexQuestion {
  readonly query: Query
  /** Glob on the whole path; `*` also takes slashes. */
  readonly pathPattern: string | undefined
  readonly places: ReadonlyArray<BranchCommit>
}

/** A file that matches, or may match. */
export interface IndexedFile {
  readonly path: string
  /** How often it has what each leaf of the query asks for. */
  readonly counts: ReadonlyArray<number>
  /** Whether its content must be read to tell: it has all words of a phrase. */
  readonly isOpen: boolean
}

/** What the index knows of one place. */
export type IndexedPlace =
  | { readonly _tag: "Found"; readonly files: ReadonlyArray<IndexedFile> }
  /** The commit is not in the index. */
  | { readonly _tag: "Missing" }
  /** It has files that are too large for the index. */
  | { readonly _tag: "Partial" }

/** A commit of a repository, to be indexed. */
export interface IndexedCommit {
  /** Name of the repository. */
  readonly repository: string
  /** Its git directory. */
  readonly directory: string
  readonly commit: string
}

/** What an update of the index did. */
export interface IndexOutcome {
  /** Commits that the index has now. */
  readonly commits: number
  /** Commits and contents that were added. */
  readonly addedCommits: number
  readonly addedFiles: number
  /** Repositories that could not be read. */
  readonly skipped: ReadonlyArray<{ readonly repository: string; readonly reason: string }>
}

/** The calls of `FileIndex`. */
export interface FileIndexCalls {
  /** Finds files at each place of a question. Fails with `DatabaseMissing` if there is no index. */
  find(question: FileIndexQuestion): Effect.Effect<ReadonlyArray<IndexedPlace>, SqlError>
  /** Makes the index, or brings it to these commits: those that it has of others are forgotten. */
  update(commits: ReadonlyArray<IndexedCommit>): Effect.Effect<IndexOutcome, SqlError>
  /** Brings the index up to date in the background, for servers; commands leave it as it is. */
  refresh<E>(commits: Effect.Effect<ReadonlyArray<IndexedCommit>, E>): Effect.Effect<void>
}
