import { Cause, Effect, Fiber, Option } from "effect"

/**
 * Interrupts an answer after a time limit where it finds out what to say, but not where it records what it says: what is
 * marked as given must be given. None if it was interrupted.
 */
export const completeWithin =
  (limitMillis: number) =>
  <A, E, R>(answer: Effect.Effect<A, E, R>) =>
    Effect.gen(function* () {
      const fiber = yield* Effect.forkChild(answer, { uninterruptible: true })
      const inTime = yield* Effect.timeoutOption(Fiber.await(fiber), limitMillis)
      if (Option.isNone(inTime)) yield* Fiber.interrupt(fiber)
      return yield* Effect.catchCauseIf(
        Effect.asSome(Fiber.join(fiber)),
        Cause.hasInterruptsOnly,
        () => Effect.succeedNone
      )
    })
