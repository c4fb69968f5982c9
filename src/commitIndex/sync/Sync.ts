import { Context, Effect, Layer } from "effect"
import type { SyncFailure, SyncOutcome } from "../model/SyncOutcome.ts"

/** Brings the index of commits to what the repositories hold (spec commits). The one that writes it. */
export class Sync extends Context.Service<
  Sync,
  {
    /**
     * Syncs the repositories of these names (none given: all), several at once, each after the one it is a fork of. How
     * each ended is in the answer, in the order of their names, and its failure is kept as its `last_error` until a sync
     * succeeds. Fails with `RepositoryUnknown`, and with `SqlError` where the index cannot be opened.
     */
    sync(names?: ReadonlyArray<string>): Effect.Effect<ReadonlyArray<SyncOutcome>, SyncFailure>
  }
>()("ultragit/commitIndex/sync/Sync") {
  /** Loaded when the layer is built; how repositories are asked is the caller's. */
  static readonly layer = Layer.unwrap(
    Effect.map(
      Effect.promise(() => import("./makeSync.ts")),
      ({ makeSync }) => Layer.effect(Sync, makeSync)
    )
  )
}
