import { Context, Effect } from "effect"

/** What a sync is working on. */
export type Stage = "waiting" | "commits" | "patches" | "removing" | "vectors"

/** Listener for the progress of a sync. */
export const SyncProgress = Context.Reference<
  (progress: {
    readonly repository: string
    readonly stage: Stage
    readonly done: number
    readonly all: number
  }) => Effect.Effect<void>
>("ultragit/commits/SyncProgress", { defaultValue: () => () => Effect.void })
