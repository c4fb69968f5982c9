import { Duration, Effect, Option } from "effect"

/** Running time that one stop of the process takes at most. */
const tickMillis = 100

/**
 * Calls a function after some running time. Unlike a timer, which is over at once when the process goes on after a stop
 * (the machine slept, a shell suspended the job, other processes took the processor), it leaves what it waits for, and what
 * was stopped with it, the rest of their time. Returns what cancels it.
 */
export const callAfterRunning = (millis: number, call: () => void): (() => void) => {
  let ticks = Math.ceil(millis / tickMillis)
  const timer = setInterval(() => {
    ticks -= 1
    if (ticks > 0) return
    clearInterval(timer)
    call()
  }, tickMillis)
  return () => clearInterval(timer)
}

/** Sleeps for some running time, see {@link callAfterRunning}, by the clock of the fiber. */
export const sleepRunning = (duration: Duration.Input): Effect.Effect<void> =>
  Effect.suspend(() => {
    const ticks = Math.ceil(Duration.toMillis(duration) / tickMillis)
    return Effect.asVoid(Effect.repeat(Effect.sleep(tickMillis), { times: ticks - 1 }))
  })

/** Interrupts an effect after some running time, see {@link callAfterRunning}. None if it did not end by then. */
export const timeoutRunning =
  (duration: Duration.Input) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<Option.Option<A>, E, R> =>
    Effect.raceFirst(Effect.asSome(effect), Effect.as(sleepRunning(duration), Option.none()))
