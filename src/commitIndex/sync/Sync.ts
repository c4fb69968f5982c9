import { Context, Effect, Layer } from "effect"
import type { SyncFailure, SyncOutcome } from "../model/SyncOutcome.ts"

/** Updates the commit index from its repositories (spec commits). */
export class Sync extends Context.Service<
  Sync,
  {
    /**
     * Syncs the named repositories, or all, several at a time, each after its upstream. Returns the outcomes sorted by name.
     * The failure of a repository is stored as its `last_error` until a sync succeeds. Fails with `RepositoryUnknown`, and
     * with `SqlError` if the index cannot be opened.
     */
    sync(names?: ReadonlyArray<string>): Effect.Effect<ReadonlyArray<SyncOutcome>, SyncFailure>
  }
>()("ultragit/commitIndex/sync/Sync") {
  /** Loads its implementation when the layer is built. Needs `Sources`. */
  static readonly layer = Layer.unwrap(
    Effect.map(
      Effect.promise(() => import("./makeSync.ts")),
      ({ makeSync }) => Layer.effect(Sync, makeSync)
    )
  )
}
