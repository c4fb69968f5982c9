import { Clock, Effect, Layer } from "effect"

/** Longer than a file's age must be before its timestamps identify its content. */
const ahead = 5_000

const live = Clock.Clock.defaultValue()

const settled: Clock.Clock = {
  currentTimeMillisUnsafe: () => live.currentTimeMillisUnsafe() + ahead,
  currentTimeMillis: Effect.map(live.currentTimeMillis, (now) => now + ahead),
  monotonicTimeNanosUnsafe: () => live.monotonicTimeNanosUnsafe(),
  monotonicTimeNanos: live.monotonicTimeNanos,
  currentTimeNanosUnsafe: () => live.currentTimeNanosUnsafe() + BigInt(ahead) * 1_000_000n,
  currentTimeNanos: Effect.map(live.currentTimeNanos, (now) => now + BigInt(ahead) * 1_000_000n),
  sleep: (duration) => live.sleep(duration)
}

/**
 * Runs an effect with the clock some seconds ahead. A test reads files that it has just made; timestamps cannot tell
 * them apart yet, so that git would be asked for the configuration again and again: half of all its processes. For
 * questions during which these files do not change.
 */
export const whenSettled = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.provideService(effect, Clock.Clock, settled)

/** The same clock for what is provided with it and for the tests of a layer. */
export const settledClock = Layer.succeed(Clock.Clock, settled)
