import { Context, Effect, Layer } from "effect"
import type { Added, Addition, Change, OperatorError, RepositoryStatus } from "../model/Operations.ts"
import type { Registration } from "../model/Registration.ts"
import type { SyncOutcome } from "../model/SyncOutcome.ts"

/**
 * Manages the repositories of the index and keeps them up to date. Creates the index if it does not exist. Only this service
 * and `Sync` write to it.
 */
export class Repositories extends Context.Service<
  Repositories,
  {
    /**
     * Adds a repository: reads a local one in place, and clones a URL as a bare repository next to the index. Fails with
     * `SourceInvalid`, `NameTaken`, `NameInvalid`, `ForkUnknown`, or `CloneError`, and then leaves nothing behind.
     */
    add(addition: Addition): Effect.Effect<Added, OperatorError>
    /**
     * Removes a repository with its indexed commits and its clone. Returns the number of commits removed. Fails with
     * `HasForks`, and with `SyncRunning` during a sync.
     */
    remove(name: string): Effect.Effect<number, OperatorError>
    /** Changes the name, source or selection of a repository; the next sync applies the selection. */
    update(name: string, change: Change): Effect.Effect<Registration, OperatorError>
    /** Lists all repositories by name; none if there is no index. Starts no git process. */
    readonly list: Effect.Effect<ReadonlyArray<Registration>, OperatorError>
    /** Fails with `RepositoryUnknown` if the index lacks one of these names. */
    check(names: ReadonlyArray<string>): Effect.Effect<void, OperatorError>
    /** Lists all repositories with their pending commits and vectors. */
    readonly status: Effect.Effect<ReadonlyArray<RepositoryStatus>, OperatorError>
    /**
     * Syncs these repositories, or all if no names are given, several at a time, after fetching those with a URL. Stores the
     * failure of a repository as its `last_error` and continues with the others.
     */
    sync(names: ReadonlyArray<string>): Effect.Effect<ReadonlyArray<SyncOutcome>, OperatorError>
    /** Returns the directory in which a repository stores its refs, for watching. */
    refsDirectory(name: string): Effect.Effect<string, OperatorError>
  }
>()("ultragit/commitIndex/repositories/Repositories") {
  /** Loads its implementation when the layer is built. Needs `Sources` and `Sync`. */
  static readonly layer = Layer.unwrap(
    Effect.map(
      Effect.promise(() =>
        Promise.all([import("./makeRepositories.ts"), import("../../adapters/git/clone/Clones.ts")])
      ),
      ([{ makeRepositories }, { Clones }]) =>
        Layer.effect(Repositories, makeRepositories).pipe(Layer.provide(Clones.layer))
    )
  )
}
