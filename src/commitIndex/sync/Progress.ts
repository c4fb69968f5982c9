import { Context, Effect } from "effect"

/** What of a repository is being indexed. */
export type Stage = "waiting" | "commits" | "patches" | "removing" | "vectors"

/** Told as a sync goes on: so many of so many, now and then. */
export const SyncProgress = Context.Reference<
  (told: {
    readonly repository: string
    readonly stage: Stage
    readonly done: number
    readonly all: number
  }) => Effect.Effect<void>
>("ultragit/commits/SyncProgress", { defaultValue: () => () => Effect.void })
