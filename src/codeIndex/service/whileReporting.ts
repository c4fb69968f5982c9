import { type Duration, Effect, Fiber, type Scope } from "effect"

/**
 * Runs `work`, and `report` again and again until it ends. A report that has begun is not interrupted, nor waited for: to
 * interrupt a request to a thread ends the thread. It ends with the scope at the latest.
 */
export const makeWhileReporting = (
  interval: Duration.Input
): Effect.Effect<
  <A, E, R, E2, R2>(work: Effect.Effect<A, E, R>, report: Effect.Effect<void, E2, R2>) => Effect.Effect<A, E, R | R2>,
  never,
  Scope.Scope
> =>
  Effect.map(Effect.scope, (scope) => (work, report) => {
    const detached = Effect.flatMap(Effect.forkIn(Effect.ignore(report), scope), Fiber.join)
    return Effect.raceFirst(work, Effect.forever(Effect.andThen(Effect.sleep(interval), detached)))
  })
