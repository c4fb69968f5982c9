import { Context, Effect, Layer } from "effect"
import { Clones } from "../../adapters/git/clone/Clones.ts"
import type { Added, Addition, Change, OperatorError, RepositoryStatus } from "../model/Operations.ts"
import type { Registration } from "../model/Registration.ts"
import type { SyncOutcome } from "../model/SyncOutcome.ts"

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
>()("ultragit/commitIndex/repositories/Repositories") {
  /** With what it needs, loaded when the layer is built; how repositories are asked is the caller's. */
  static readonly layer = Layer.unwrap(
    Effect.map(
      Effect.promise(() => import("./makeRepositories.ts")),
      ({ makeRepositories }) => Layer.effect(Repositories, makeRepositories).pipe(Layer.provide(Clones.layer))
    )
  )
}
