import { Clock, Duration, Effect } from "effect"

const live = Clock.Clock.defaultValue()

/**
 * The clock as it is, but a sleep of one duration ends when another effect does: a time limit that is over when a test
 * has what it waits for, or never, however slow the machine is.
 */
export const withSleep = (duration: Duration.Input, ended: Effect.Effect<void>) => {
  const held = Duration.toMillis(duration)
  return Effect.provideService(Clock.Clock, {
    currentTimeMillisUnsafe: () => live.currentTimeMillisUnsafe(),
    currentTimeMillis: live.currentTimeMillis,
    monotonicTimeNanosUnsafe: () => live.monotonicTimeNanosUnsafe(),
    monotonicTimeNanos: live.monotonicTimeNanos,
    currentTimeNanosUnsafe: () => live.currentTimeNanosUnsafe(),
    currentTimeNanos: live.currentTimeNanos,
    sleep: (asked) => (Duration.toMillis(asked) === held ? ended : live.sleep(asked))
  })
}
