import { assert, it } from "@effect/vitest"
import { Effect, Fiber, Option } from "effect"
import { TestClock } from "effect/testing"
import { makeFreshness } from "../../src/store/freshness.ts"

interface Item {
  readonly id: number
  readonly state: string
  /** How long its measurement takes. */
  readonly millis: number
}

const one: Item = { id: 1, state: "a", millis: 10 }
const slow: Item = { id: 2, state: "a", millis: 2_000 }
const broken: Item = { id: 3, state: "a", millis: -1 }

const measured = Effect.gen(function* () {
  const calls: Array<string> = []
  const { of } = yield* makeFreshness({
    id: ({ id }: Item) => id,
    state: ({ state }) => state,
    measure: ({ id, millis, state }) => {
      calls.push(`${id}${state}`)
      return millis < 0 ? Effect.fail("unreadable") : Effect.delay(Effect.succeed(`${id}${state}`), millis)
    },
    maxConcurrent: 2
  })
  const ask = Effect.fnUntraced(function* (...items: ReadonlyArray<Item>) {
    const asked = yield* Effect.forkChild(of(items, "250 millis"))
    yield* TestClock.adjust("250 millis")
    return (yield* Fiber.join(asked)).map(Option.getOrNull)
  })
  /** Whether an answer about these items waits. */
  const waits = Effect.fnUntraced(function* (...items: ReadonlyArray<Item>) {
    const asked = yield* Effect.forkChild(of(items, "250 millis"))
    yield* TestClock.adjust("1 millis")
    return asked.pollUnsafe() === undefined
  })
  return { ask, calls, waits }
})

it.effect("a measurement is kept for a while, and made again when the state changes", () =>
  Effect.gen(function* () {
    const { ask, calls } = yield* measured
    assert.deepStrictEqual([yield* ask(one), yield* ask(one)], [["1a"], ["1a"]])
    assert.deepStrictEqual(yield* ask({ ...one, state: "b" }), ["1b"])
    assert.deepStrictEqual(calls, ["1a", "1b"])
    yield* TestClock.adjust("5 seconds")
    assert.deepStrictEqual(yield* ask({ ...one, state: "b" }), ["1b"])
    assert.deepStrictEqual(calls, ["1a", "1b", "1b"])
  })
)

it.effect("an answer does not wait for a slow or failed measurement, which runs once and is kept longer", () =>
  Effect.gen(function* () {
    const { ask, calls, waits } = yield* measured
    assert.deepStrictEqual(yield* ask(slow, one, broken), [null, "1a", null])
    assert.isFalse(yield* waits(slow, one, broken))
    assert.deepStrictEqual(yield* ask(slow, one, broken), [null, "1a", null])
    yield* TestClock.adjust("2 seconds")
    assert.deepStrictEqual(yield* ask(slow, one), ["2a", "1a"])
    yield* TestClock.adjust("30 seconds")
    assert.deepStrictEqual(yield* ask(slow), ["2a"])
    assert.deepStrictEqual(calls, ["2a", "1a", "3a"])
  })
)
