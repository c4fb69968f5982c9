import { setFlagsFromString } from "node:v8"
import { Effect } from "effect"

/** The most that V8 gives a half of the young generation on its own. It takes less where the maximum of a thread is less. */
const maxSemiSpaceMegabytes = 16

/**
 * Keeps V8's young generation from growing; it shrinks only after a while without work. Work whose data becomes garbage
 * immediately (a sync, 10,000 calls, the outlines of large files) would otherwise hold a hundred megabytes of it. V8 reads
 * the flag each time the generation would grow, so that it takes effect in a running program. Apply it after the modules are
 * loaded: V8 ignores its compile cache once flags have changed, also for Node's own modules.
 *
 * It holds for all threads. Those that start later begin with what their `maxYoungGenerationSizeMb` allows: one that had to
 * extract the facts of a project in the smallest young generation would spend half of its time on garbage.
 */
export const limitYoungGeneration: Effect.Effect<void> = Effect.sync(() =>
  setFlagsFromString(`--semi-space-growth-factor=1 --min-semi-space-size=${maxSemiSpaceMegabytes}`)
)
