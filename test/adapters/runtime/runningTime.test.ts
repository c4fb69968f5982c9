import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Option } from "effect"
import { callAfterRunning, timeoutRunning } from "../../../src/adapters/runtime/runningTime.ts"

/** Stops this thread, as a suspended process is stopped. */
const stop = (millis: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, millis)

/** One turn of the event loop, with the timers that are due. */
const turn = Effect.callback<void>((resume) => void setTimeout(() => resume(Effect.void), 0))

describe("running time", () => {
  it.live("does not pass while the process is stopped", () =>
    Effect.gen(function* () {
      let calls = 0
      const called = Effect.callback<void>((resume) => {
        callAfterRunning(300, () => {
          calls += 1
          resume(Effect.void)
        })
      })
      const waiting = yield* Effect.forkChild(called, { startImmediately: true })
      stop(500)
      yield* turn
      assert.strictEqual(calls, 0)
      yield* Fiber.join(waiting)
      assert.strictEqual(calls, 1)
    })
  )

  it.live("is not over for what is done when the process goes on", () =>
    Effect.gen(function* () {
      const work = Effect.callback<string>((resume) => void setTimeout(() => resume(Effect.succeed("done")), 250))
      const waiting = yield* Effect.forkChild(work.pipe(timeoutRunning("200 millis")), { startImmediately: true })
      stop(500)
      assert.deepStrictEqual(yield* Fiber.join(waiting), Option.some("done"))
    })
  )

  it.live("ends what hangs, and ends nothing that was cancelled", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* Effect.never.pipe(timeoutRunning("10 millis")), Option.none())
      let calls = 0
      callAfterRunning(1, () => (calls += 1))()
      yield* Effect.sleep("250 millis")
      assert.strictEqual(calls, 0)
    })
  )
})
