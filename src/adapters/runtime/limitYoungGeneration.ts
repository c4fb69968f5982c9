import { setFlagsFromString } from "node:v8"
import { Effect } from "effect"

/**
 * Keeps V8's young generation from growing; it shrinks only after a while without work. Work whose data becomes garbage
 * immediately (a sync, 10,000 calls, the outlines of large files) would otherwise hold a hundred megabytes of it. V8 reads
 * the flag each time the generation would grow, so that it takes effect in a running program. Apply it after the modules are
 * loaded: V8 ignores its compile cache once flags have changed, also for Node's own modules.
 */
export const limitYoungGeneration: Effect.Effect<void> = Effect.sync(() =>
  setFlagsFromString("--semi-space-growth-factor=1")
)
