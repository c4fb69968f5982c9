import { assert, describe, it } from "@effect/vitest"
import { Effect, Scheduler } from "effect"
import { makeTimeSlices } from "../../../src/serving/server/TimeSlices.ts"

/** Holds the thread for so many milliseconds. */
const spin = (milliseconds: number) =>
  Effect.sync(() => {
    const end = performance.now() + milliseconds
    while (performance.now() < end);
  })

const spins = (count: number, milliseconds: number) =>
  Effect.forEach(Array.from({ length: count }), () => spin(milliseconds), { discard: true })

const sliced = Effect.provideService(Scheduler.Scheduler, makeTimeSlices())

/** How often the event loop comes round while the work lasts. */
const rounds = Effect.fnUntraced(function* <A>(work: Effect.Effect<A>) {
  let count = 0
  let goOn = true
  const next = (): void => {
    count += 1
    if (goOn) setImmediate(next)
  }
  setImmediate(next)
  yield* work
  goOn = false
  return count
})

describe("fibers in time slices", () => {
  it.live("let the event loop continue during long work", () =>
    Effect.gen(function* () {
      const calls = Effect.forEach(Array.from({ length: 16 }), () => spins(32, 0.5), { concurrency: "unbounded" })
      assert.isAtLeast(yield* rounds(sliced(calls)), 16)
    })
  )

  it.live("yield after each step longer than a slice", () =>
    Effect.gen(function* () {
      assert.isAtLeast(yield* rounds(sliced(spins(20, 5))), 20)
    })
  )

  it.live("all make progress, including one that never waits", () =>
    Effect.gen(function* () {
      const order: Array<string> = []
      const work = (name: string, count: number) =>
        Effect.andThen(
          spins(count, 0.5),
          Effect.sync(() => order.push(name))
        )
      const short = Effect.forEach(["a", "b", "c"], (name) => work(name, 10), { concurrency: 3 })
      yield* sliced(Effect.all([work("long", 400), short], { concurrency: 2 }))
      assert.sameMembers(order, ["a", "b", "c", "long"])
      assert.strictEqual(order.at(-1), "long")
    })
  )
})
