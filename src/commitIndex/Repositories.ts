import { Context, Effect, Layer } from "effect"
import type { CloneError } from "../adapters/git/clone/CloneError.ts"
import type { GitError } from "../adapters/git/GitError.ts"
import type { SqlError } from "../adapters/sql/SqlError.ts"
import type { CommitsError } from "./CommitsError.ts"
import type { IndexingError } from "./IndexingError.ts"
import type { Registration, Selection } from "./Registration.ts"
import type { RepositoriesError } from "./RepositoriesError.ts"
import type { SyncOutcome } from "./Sync.ts"

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
  /** Commits that are not indexed yet; null where the repository cannot be asked. */
  readonly behind: number | null
}

/**
 * The repositories of the index, for the one whose index it is: what is indexed, and bringing it up to date. The only
 * one that writes; made where there is no index yet.
 */
export class Repositories extends Context.Service<
  Repositories,
  {
    /**
     * Adds a repository: one on this machine is read where it is, an address is cloned bare beside the index. Fails with
     * `SourceInvalid`, `NameTaken`, `NameInvalid`, `ForkUnknown`, or as the clone does; then nothing is left of it.
     */
    add(addition: Addition): Effect.Effect<Added, OperatorError>
    /**
     * Takes a repository out with everything indexed of it, and its clone. Gives how many commits it had. Fails with
     * `HasForks`, and with `SyncRunning` while it is synced.
     */
    remove(name: string): Effect.Effect<number, OperatorError>
    /** Changes what of a repository is indexed; the next sync indexes it so. */
    update(name: string, change: Change): Effect.Effect<Registration, OperatorError>
    /** All, by name; none where there is no index. Starts no git. */
    readonly list: Effect.Effect<ReadonlyArray<Registration>, OperatorError>
    /** Fails with `RepositoryUnknown` where one of these names is in no index. */
    check(names: ReadonlyArray<string>): Effect.Effect<void, OperatorError>
    /** All, with how far the index is behind them. */
    readonly status: Effect.Effect<ReadonlyArray<RepositoryStatus>, OperatorError>
    /**
     * Brings the index of these repositories up to date (none named: of all), some at a time; those with an address are
     * fetched first. What is wrong with one is taken down as its `last_error` and ends none of the others.
     */
    sync(names: ReadonlyArray<string>): Effect.Effect<ReadonlyArray<SyncOutcome>, OperatorError>
    /** The folder in which a repository keeps its refs, for who watches them. */
    refsDirectory(name: string): Effect.Effect<string, OperatorError>
  }
>()("ultragit/commitIndex/Repositories") {
  /** With what it needs, loaded when the layer is built; how repositories are asked is the caller's. */
  static readonly layer = Layer.unwrap(
    Effect.map(
      Effect.promise(() => import("./repositories/layer.ts")),
      ({ layer }) => layer
    )
  )
}
