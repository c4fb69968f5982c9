import { Duration, Effect, Fiber, Option, Result } from "effect"
import type { CodeError } from "../model/CodeError.ts"
import { EmptyAnswerTimeout } from "./EmptyAnswerTimeout.ts"
import { explainMissing, isIndexBehind } from "./explainMissing.ts"
import { ReconcileTimeout } from "./ReconcileTimeout.ts"
import type { Begun, UpToDate } from "./upToDate.ts"

/** An answer from a view, with what is missing from it or may be outdated. */
export interface FreshAnswer<A> {
  readonly answer: A
  readonly warnings: ReadonlyArray<string>
}

/** How far an index is up to date, after waiting for that. */
export interface Refreshed {
  readonly warnings: ReadonlyArray<string>
  /** Whether it was so already. */
  readonly isCurrent: boolean
  /** Whether that still takes time. */
  readonly isPending: boolean
}

const outdated = (warning: string, isPending: boolean): Refreshed => ({
  warnings: [warning],
  isCurrent: false,
  isPending
})

/**
 * Waits for what was begun. A failure leaves what is indexed, with a warning. `pending`: the warning when the time is over.
 */
export const awaitBegun = Effect.fnUntraced(function* (
  { outcome }: Begun,
  timeout: Duration.Input,
  pending: Effect.Effect<string>
) {
  const result = yield* Effect.result(Effect.timeoutOption(outcome, timeout))
  if (result._tag === "Failure") {
    return outdated(`The code index is not up to date: ${result.failure.message}`, false)
  }
  if (Option.isNone(result.success)) return outdated(yield* pending, true)
  const refreshed: Refreshed = { warnings: [], isCurrent: result.success.value.isCurrent, isPending: false }
  return refreshed
})

/** How a question is answered from an index. */
interface Asking<A, E, R> {
  readonly ask: Effect.Effect<A, E, R>
  /** Waits until the index is up to date, or the time is over. */
  readonly wait: (begun: Begun, timeout: Duration.Input) => Effect.Effect<Refreshed>
  /** Whether an answer says nothing. */
  readonly isEmpty: (answer: A) => boolean
}

/** How long an answer that says nothing is waited for before it is asked for again: this, then twice as long each time. */
const firstPauseMillis = 1000

/** Asks again and again until the answer says something, the index is up to date, or the time is over. */
const askWhileEmpty = Effect.fnUntraced(function* <A, E, R>(
  begun: Begun,
  { ask, isEmpty, wait }: Asking<A, E, R>,
  refreshed: Refreshed
): Effect.fn.Return<FreshAnswer<A>, E | CodeError, R> {
  let { isPending, warnings } = refreshed
  let leftMillis = Duration.toMillis(yield* EmptyAnswerTimeout)
  let found = yield* Effect.result(explainMissing(warnings)(ask))
  const mayHaveMore = () => isPending && Result.match(found, { onFailure: isIndexBehind, onSuccess: isEmpty })
  for (let pauseMillis = firstPauseMillis; leftMillis > 0 && mayHaveMore(); pauseMillis *= 2) {
    ;({ isPending, warnings } = yield* wait(begun, Math.min(pauseMillis, leftMillis)))
    leftMillis -= pauseMillis
    found = yield* Effect.result(explainMissing(warnings)(ask))
  }
  return { answer: yield* Effect.fromResult(found), warnings }
})

/**
 * Makes a function that answers from an index which is brought up to date first: for as long as `ReconcileTimeout`, and if the answer
 * would say nothing, for as long as `EmptyAnswerTimeout` more. The way to the thread that does so and that to
 * the thread which reads take most of the time of a question where nothing has changed: so both are asked at once if nothing had
 * changed at the question before, and the reader again if something has.
 */
export const makeFreshAnswers = (upToDate: UpToDate) => {
  let wasCurrent = false
  return Effect.fnUntraced(function* <A, E, R>(
    asking: Asking<A, E, R>
  ): Effect.fn.Return<FreshAnswer<A>, E | CodeError, R> {
    const begun = yield* upToDate.begin
    const early = wasCurrent && begun.isAlone ? yield* Effect.forkChild(Effect.exit(asking.ask)) : undefined
    const refreshed = yield* asking.wait(begun, yield* ReconcileTimeout)
    wasCurrent = refreshed.isCurrent
    // Waited for in any case: to interrupt a request ends its thread.
    const found = early === undefined ? undefined : yield* Fiber.join(early)
    if (!refreshed.isCurrent || found === undefined) return yield* askWhileEmpty(begun, asking, refreshed)
    return { answer: yield* found, warnings: refreshed.warnings }
  })
}
