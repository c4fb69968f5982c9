import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import type { Reconciled } from "../../../src/codeIndex/indexing/reconcile.ts"
import { awaitBegun, makeFreshAnswers } from "../../../src/codeIndex/service/freshAnswers.ts"
import { ReconcileTimeout } from "../../../src/codeIndex/service/ReconcileTimeout.ts"
import { makeUpToDate } from "../../../src/codeIndex/service/upToDate.ts"

/** An index of one value, and files that are that value once it is brought up to date. */
const makeProject = Effect.gen(function* () {
  const state = { files: 1, index: 0, asked: 0 }
  let hold = Effect.void
  const upToDate = yield* makeUpToDate({
    reconcile: () =>
      Effect.gen(function* () {
        yield* hold
        const isCurrent = state.index === state.files
        state.index = state.files
        return { files: 1, changed: isCurrent ? 0 : 1, parsed: 0, isCurrent } satisfies Reconciled
      }),
    reconcileFolder: () => Effect.die("not asked for")
  })
  const fresh = makeFreshAnswers(upToDate)
  const ask = Effect.suspend(() => {
    state.asked += 1
    return Effect.succeed(state.index)
  })
  const question = Effect.map(
    fresh({
      ask,
      wait: (begun, timeout) => awaitBegun(begun, timeout, Effect.succeed("Indexing goes on")),
      isEmpty: (index) => index === 0
    }),
    ({ answer }) => answer
  )
  return { state, question, holding: (until: Effect.Effect<void>) => void (hold = until) }
})

describe("an answer from an index that is brought up to date", () => {
  it.effect("is asked for once where nothing has changed, and has every change", () =>
    Effect.gen(function* () {
      const { question, state } = yield* makeProject
      for (const [files, asked] of [
        [1, 1],
        [1, 2],
        [1, 3],
        [2, 5],
        [3, 6],
        [3, 7],
        [3, 8]
      ] as const) {
        state.files = files
        assert.strictEqual(yield* question, files)
        assert.strictEqual(state.asked, asked)
      }
    })
  )

  it.effect(
    "is asked for while the index is looked at, if nothing had changed before and nothing else is at work",
    () =>
      Effect.gen(function* () {
        const { holding, question, state } = yield* makeProject
        yield* question
        yield* question
        const isHeld = yield* Deferred.make<void>()
        holding(Deferred.await(isHeld))
        const answer = yield* Effect.forkChild(question)
        yield* Effect.yieldNow
        yield* Effect.yieldNow
        assert.strictEqual(state.asked, 3)
        // One that comes meanwhile may find an index that is being written.
        const other = yield* Effect.forkChild(question)
        yield* Effect.yieldNow
        yield* Effect.yieldNow
        assert.strictEqual(state.asked, 3)
        state.files = 2
        yield* Deferred.succeed(isHeld, undefined)
        assert.strictEqual(yield* Fiber.join(answer), 2)
        assert.strictEqual(yield* Fiber.join(other), 2)
      })
  )

  it.effect("is waited for where it would say nothing, and has what is known where it would not", () =>
    Effect.gen(function* () {
      const { holding, question, state } = yield* makeProject
      const impatient = Effect.provideService(question, ReconcileTimeout, 0)
      const isHeld = yield* Deferred.make<void>()
      holding(Deferred.await(isHeld))
      const first = yield* Effect.forkChild(impatient)
      yield* TestClock.adjust("1 second")
      assert.isUndefined(first.pollUnsafe())
      yield* Deferred.succeed(isHeld, undefined)
      assert.strictEqual(yield* Fiber.join(first), 1)
      state.files = 2
      holding(Effect.never)
      const second = yield* Effect.forkChild(impatient)
      yield* TestClock.adjust("1 second")
      assert.strictEqual(yield* Fiber.join(second), 1)
    })
  )

  it.effect("that says nothing is not waited for without end", () =>
    Effect.gen(function* () {
      const { holding, question } = yield* makeProject
      holding(Effect.never)
      const asked = yield* Effect.forkChild(question)
      yield* TestClock.adjust("1 minute")
      assert.strictEqual(yield* Fiber.join(asked), 0)
    })
  )
})
