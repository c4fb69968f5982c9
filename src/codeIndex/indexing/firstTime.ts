import { Context, Effect, Semaphore } from "effect"

/**
 * Repositories that a program indexes for the first time at once. Each takes two threads and a hundred megabytes or more, and
 * more at a time are not done sooner.
 */
const maxAtOnce = 4

/** Limits first indexes: one for all repositories that this process has open. Read when an indexer is made. */
export const FirstIndexPermits = Context.Reference<Semaphore.Semaphore>(
  "ultragit/codeIndex/indexing/FirstIndexPermits",
  { defaultValue: () => Semaphore.makeUnsafe(maxAtOnce) }
)

/** Makes a function that runs work with a permit until it has succeeded once, and without from then on. */
export const makeLimitFirst = Effect.map(FirstIndexPermits, (permits) => {
  let isIndexed = false
  return <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.suspend(() => {
      if (isIndexed) return work
      const first = Effect.tap(work, () => Effect.sync(() => void (isIndexed = true)))
      return permits.withPermits(1)(first)
    })
})
