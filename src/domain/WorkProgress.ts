import { Context, Effect } from "effect"

/** How far a piece of work is. */
export interface Progress {
  readonly done: number
  readonly total: number
  /** What is counted, as a plural: `files`. */
  readonly counted: string
}

/** Who wants to hear how far the work of a fiber is; called for each piece, so it decides itself what to pass on. */
export const WorkProgress = Context.Reference<(progress: Progress) => Effect.Effect<void>>(
  "ultragit/domain/WorkProgress",
  { defaultValue: () => () => Effect.void }
)
