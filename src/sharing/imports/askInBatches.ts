import { Duration, Effect, MutableRef } from "effect"
import { HostWaits } from "../../adapters/hosting/HostWaits.ts"
import { HostingError } from "../../adapters/hosting/HostingError.ts"
import type { BatchSize } from "../../adapters/hosting/MergedRequest.ts"

/** From the size to begin with to the smallest that still gives a request's own text. */
const sizes: readonly [BatchSize, ...Array<BatchSize>] = [
  { requests: 25, comments: 20 },
  { requests: 10, comments: 20 },
  { requests: 4, comments: 20 },
  { requests: 1, comments: 20 },
  { requests: 1, comments: 1 }
]
/** Answers in a row after which a larger size is tried again. */
const maxCalmAnswers = 5

/**
 * Makes a caller that asks for as much at once as the host can answer: less after an answer that was too large, more
 * again after a while.
 */
export const makeBatches = Effect.sync(() => {
  const state = MutableRef.make({ step: 0, calm: 0 })

  const ask = <A, E, R>(request: (size: BatchSize) => Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.suspend(() => {
      const { calm, step } = MutableRef.get(state)
      return request(sizes[step] ?? sizes[0]).pipe(
        Effect.tap(() =>
          Effect.sync(() => {
            const isCalm = calm + 1 >= maxCalmAnswers
            MutableRef.set(state, isCalm ? { step: Math.max(0, step - 1), calm: 0 } : { step, calm: calm + 1 })
          })
        ),
        Effect.catchIf(
          (error) => error instanceof HostingError && error.reason._tag === "AnswerTooLarge" && step + 1 < sizes.length,
          () =>
            Effect.gen(function* () {
              const { retry } = yield* HostWaits
              MutableRef.set(state, { step: step + 1, calm: 0 })
              yield* Effect.sleep(Duration.times(retry, step + 1))
              return yield* ask(request)
            })
        )
      )
    })
  return ask
})
