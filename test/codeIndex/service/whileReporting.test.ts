import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, Ref } from "effect"
import { TestClock } from "effect/testing"
import { makeWhileReporting } from "../../../src/codeIndex/service/whileReporting.ts"

describe("progress while work goes on", () => {
  it.effect("is reported after each interval, and no more when the work has ended", () =>
    Effect.gen(function* () {
      const whileReporting = yield* makeWhileReporting("1 second")
      const reports = yield* Ref.make(0)
      const work = Effect.as(Effect.sleep("3500 millis"), "done")
      const fiber = yield* Effect.forkChild(
        whileReporting(
          work,
          Ref.update(reports, (count) => count + 1)
        )
      )
      yield* TestClock.adjust("1 minute")
      assert.deepStrictEqual([yield* Fiber.join(fiber), yield* Ref.get(reports)], ["done", 3])
    })
  )

  it.effect("is neither waited for nor interrupted by the end of the work", () =>
    Effect.gen(function* () {
      const whileReporting = yield* makeWhileReporting("1 second")
      const [begun, answered] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
      const outcome = yield* Deferred.make<string>()
      const report = Effect.andThen(Deferred.succeed(begun, undefined), Deferred.await(answered)).pipe(
        Effect.onExit((exit) => Deferred.succeed(outcome, exit._tag)),
        Effect.asVoid
      )
      const fiber = yield* Effect.forkChild(whileReporting(Deferred.await(begun), report))
      yield* TestClock.adjust("1 second")
      yield* Fiber.join(fiber)
      yield* Deferred.succeed(answered, undefined)
      assert.strictEqual(yield* Deferred.await(outcome), "Success")
    })
  )

  it.effect("may fail, and the work goes on", () =>
    Effect.gen(function* () {
      const whileReporting = yield* makeWhileReporting("1 second")
      const work = Effect.as(Effect.sleep("2500 millis"), "done")
      const fiber = yield* Effect.forkChild(whileReporting(work, Effect.fail("unreadable")))
      yield* TestClock.adjust("1 minute")
      assert.strictEqual(yield* Fiber.join(fiber), "done")
    })
  )
})
