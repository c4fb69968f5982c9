import { Effect, Exit, Fiber, Option, Semaphore } from "effect"
import type { IndexingError, Reconciler } from "../indexing/Reconciler.ts"
import type { Reconciled } from "../indexing/reconcile.ts"

/** Work on an index, which goes on though its caller no longer waits. */
export interface Begun {
  /** Whether nothing was at work when it began: where it finds the index current, that was so from then on. */
  readonly isAlone: boolean
  readonly outcome: Effect.Effect<Reconciled, IndexingError>
}

/** Brings an index up to date for several callers at once. */
export interface UpToDate {
  /** Begins to bring the index up to date with everything written before the call. */
  readonly begin: Effect.Effect<Begun>
  /** Starts or joins; waits until it is done. */
  run(force: boolean): Effect.Effect<Reconciled, IndexingError>
  /** Starts in the background. */
  start(force: boolean): Effect.Effect<void>
  /** Whether it is at work. */
  readonly isRunning: Effect.Effect<boolean>
  /** The message of the last failure; none after a success. */
  readonly lastError: Effect.Effect<Option.Option<string>>
}

/** Makes it over an indexer. Work in the background ends with the scope. */
export const makeUpToDate = Effect.fnUntraced(function* (indexer: Reconciler) {
  const scope = yield* Effect.scope
  const permit = yield* Semaphore.make(1)
  let asked = 0
  let done: { readonly upTo: number; readonly result: Reconciled } | undefined
  let running = 0
  let failed = Option.none<string>()

  /** Runs after what is running, and does for all calls that wait with it. */
  const next = (ticket: number, force: boolean) =>
    Effect.suspend(() => {
      if (!force && done !== undefined && done.upTo >= ticket) return Effect.succeed(done.result)
      const upTo = asked
      return indexer.reconcile(force).pipe(
        Effect.tap((result) => Effect.sync(() => void (done = { upTo, result }))),
        Effect.onExit((exit) =>
          Effect.sync(() => {
            if (Exit.isSuccess(exit)) failed = Option.none()
          })
        ),
        Effect.tapError((error) => Effect.sync(() => void (failed = Option.some(error.message))))
      )
    }).pipe(permit.withPermits(1))

  const fork = (force: boolean) =>
    Effect.suspend(() => {
      asked += 1
      running += 1
      return Effect.forkIn(
        Effect.ensuring(
          next(asked, force),
          Effect.sync(() => void (running -= 1))
        ),
        scope
      )
    })

  return {
    begin: Effect.suspend(() => {
      const isAlone = running === 0
      return Effect.map(fork(false), (fiber) => ({ isAlone, outcome: Fiber.join(fiber) }))
    }),
    run: (force) => Effect.flatMap(fork(force), Fiber.join),
    start: (force) => Effect.asVoid(fork(force)),
    isRunning: Effect.sync(() => running > 0),
    lastError: Effect.sync(() => failed)
  } satisfies UpToDate
})
