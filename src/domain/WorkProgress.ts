import { Context, Effect } from "effect"

/** The progress of a piece of work. */
export interface Progress {
  readonly done: number
  readonly total: number
  /** The unit counted, as a plural: `files`. */
  readonly counted: string
}

/**
 * Callback for the progress of the current fiber's work. It is called for every item, so throttling is up to the
 * callback.
 */
export const WorkProgress = Context.Reference<(progress: Progress) => Effect.Effect<void>>(
  "ultragit/domain/WorkProgress",
  { defaultValue: () => () => Effect.void }
)
