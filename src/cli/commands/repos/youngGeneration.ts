import { setFlagsFromString } from "node:v8"
import { Effect } from "effect"

/**
 * Keeps V8's young generation from growing. The data that a sync reads becomes garbage immediately, and a larger young
 * generation would only hold a hundred megabytes of it. V8 reads the flag each time the generation would grow, so that it
 * takes effect in a running program.
 */
export const limitYoungGeneration: Effect.Effect<void> = Effect.sync(() =>
  setFlagsFromString("--semi-space-growth-factor=1")
)
