import { setFlagsFromString } from "node:v8"
import { Effect } from "effect"

/**
 * Keeps the space where V8 makes objects as small as it begins. What a sync reads is garbage at once: in the room that
 * V8 would make for it, it is collected no sooner and takes a hundred megabytes. The flag is read each time the space
 * would grow, so it is of use in a program that runs already.
 */
export const limitYoungGeneration: Effect.Effect<void> = Effect.sync(() =>
  setFlagsFromString("--semi-space-growth-factor=1")
)
