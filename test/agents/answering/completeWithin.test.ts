import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Option } from "effect"
import { TestClock } from "effect/testing"
import { completeWithin } from "../../../src/agents/answering/completeWithin.ts"

/** An answer that takes some time to be found and then some to be recorded. */
const answer = (findMillis: number, recordMillis: number, recorded: Array<string>) =>
  Effect.gen(function* () {
    yield* Effect.interruptible(Effect.sleep(findMillis))
    recorded.push("begun")
    yield* Effect.sleep(recordMillis)
    return "text"
  })

const runAfter = Effect.fnUntraced(function* (findMillis: number, recordMillis: number) {
  const recorded: Array<string> = []
  const fiber = yield* Effect.forkChild(completeWithin(100)(answer(findMillis, recordMillis, recorded)))
  yield* TestClock.adjust(1_000)
  return { given: yield* Fiber.join(fiber), recorded }
})

describe("an answer with a time limit", () => {
  it.effect("is given if it was found and recorded in time", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* runAfter(50, 10), { given: Option.some("text"), recorded: ["begun"] })
    })
  )

  it.effect("is given if the limit passes while it is recorded", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* runAfter(50, 500), { given: Option.some("text"), recorded: ["begun"] })
    })
  )

  it.effect("is neither given nor recorded if the limit passes before it is found", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* runAfter(500, 10), { given: Option.none(), recorded: [] })
    })
  )

  it.effect("fails as it fails", () =>
    Effect.gen(function* () {
      const failed = yield* Effect.exit(completeWithin(100)(Effect.fail("broken")))
      assert.deepStrictEqual(failed, yield* Effect.exit(Effect.fail("broken")))
    })
  )
})
