import { Effect, Fiber, Option } from "effect"
import type { IndexState } from "../model/answers.ts"
import type { CodeError } from "../model/CodeError.ts"
import { explainMissing } from "./explainMissing.ts"
import { ReconcileTimeout } from "./ReconcileTimeout.ts"
import type { Begun, UpToDate } from "./upToDate.ts"
import { warnOfPending } from "./warnOfPending.ts"

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
}

const outdated = (warning: string): Refreshed => ({ warnings: [warning], isCurrent: false })

/**
 * Waits for what was begun, as long as a question may. A failure leaves what is indexed, with a warning. `state`: that of the view,
 * which says how far it is when the time is over.
 */
export const awaitBegun = Effect.fnUntraced(function* ({ outcome }: Begun, state: Effect.Effect<IndexState>) {
  const result = yield* Effect.result(Effect.timeoutOption(outcome, yield* ReconcileTimeout))
  if (result._tag === "Failure") return outdated(`The code index is not up to date: ${result.failure.message}`)
  if (Option.isNone(result.success)) return outdated(warnOfPending(yield* state))
  const refreshed: Refreshed = { warnings: [], isCurrent: result.success.value.isCurrent }
  return refreshed
})

/**
 * Makes a function that answers from an index which is brought up to date first. The way to the thread that does so and that to
 * the thread which reads take most of the time of a question where nothing has changed: so both are asked at once if nothing had
 * changed at the question before, and the reader again if something has.
 */
export const makeFreshAnswers = (upToDate: UpToDate) => {
  let wasCurrent = false
  return Effect.fnUntraced(function* <A, E, R>(
    ask: Effect.Effect<A, E, R>,
    wait: (begun: Begun) => Effect.Effect<Refreshed>
  ): Effect.fn.Return<FreshAnswer<A>, E | CodeError, R> {
    const begun = yield* upToDate.begin
    const early = wasCurrent && begun.isAlone ? yield* Effect.forkChild(Effect.exit(ask)) : undefined
    const { isCurrent, warnings } = yield* wait(begun)
    wasCurrent = isCurrent
    // Waited for in any case: to interrupt a request ends its thread.
    const found = early === undefined ? undefined : yield* Fiber.join(early)
    const answer = isCurrent && found !== undefined ? yield* found : yield* explainMissing(warnings)(ask)
    return { answer, warnings }
  })
}
