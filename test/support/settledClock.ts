import { Clock, Effect } from "effect"

/** More than a file's last change must lie back before it is told apart by its times. */
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
 * Runs an effect some seconds later than it is. A test asks of files that it has just made; their times do not tell
 * them apart yet, so that git would be asked for the configuration again and again: half of all its processes. For
 * questions during which nobody changes these files.
 */
export const whenSettled = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.provideService(effect, Clock.Clock, settled)
