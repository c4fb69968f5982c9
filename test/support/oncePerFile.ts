import { afterAll } from "@effect/vitest"
import { Effect, Exit, Scope } from "effect"

/**
 * Makes something once for all tests of a file, gone after the last of them. For what no test changes: a repository that
 * has been there for some seconds is asked with fewer git processes, too.
 */
export const oncePerFile = <A, E>(make: Effect.Effect<A, E, Scope.Scope>): Effect.Effect<A, E> => {
  const life = Scope.makeUnsafe()
  afterAll(() => Effect.runPromise(Scope.close(life, Exit.void)))
  return Effect.runSync(Effect.cached(Scope.provide(make, life)))
}
