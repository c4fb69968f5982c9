import { assert, describe, it } from "@effect/vitest"
import { Effect, Option } from "effect"
import * as Memo from "../../src/lineage/Memo.ts"

/** Answers as long as the question says, and how often each was looked up. */
const counting = Effect.fnUntraced(function* (capacity: number, most: number) {
  const lookups: Array<string> = []
  const memo = yield* Memo.make({
    capacity,
    weight: { of: (answer: string) => answer.length, maxTotal: most },
    text: (question: string) => question,
    lookup: (question) =>
      Effect.sync(() => {
        lookups.push(question)
        return question
      })
  })
  return { memo, lookups }
})

describe("answers cached in memory", () => {
  it.effect("stay within the weight limit: the least recently used are evicted", () =>
    Effect.gen(function* () {
      const { lookups, memo } = yield* counting(10, 10)
      yield* Effect.forEach(["aaaa", "bbbb", "aaaa", "cccc", "aaaa", "bbbb"], memo.get)
      assert.deepStrictEqual(lookups, ["aaaa", "bbbb", "cccc", "bbbb"])
    })
  )

  it.effect("that exceed the weight limit alone are not cached, and evict no others", () =>
    Effect.gen(function* () {
      const { lookups, memo } = yield* counting(10, 3)
      assert.deepStrictEqual(yield* Effect.forEach(["a", "bbbb", "a", "bbbb"], memo.get), ["a", "bbbb", "a", "bbbb"])
      assert.deepStrictEqual(lookups, ["a", "bbbb", "bbbb"])
    })
  )

  it.effect("are shared by all callers during a lookup, every time", () =>
    Effect.gen(function* () {
      const { lookups, memo } = yield* counting(2, 100)
      for (let round = 0; round < 3; round += 1) {
        yield* Effect.forEach(["a", "b", "a", "a"], memo.get, { concurrency: 4 })
      }
      assert.deepStrictEqual(lookups, ["a", "b"])
    })
  )

  it.effect("retains nothing of the first caller, and no answer excluded by `keep`", () =>
    Effect.gen(function* () {
      let asked = 0
      const memo = yield* Memo.make({
        capacity: 10,
        keep: (span: Option.Option<unknown>) => Option.isSome(span),
        text: (question: string) => question,
        lookup: () =>
          Effect.suspend(() => {
            asked += 1
            return Effect.option(Effect.currentParentSpan)
          })
      })
      const get = Effect.withSpan(memo.get("a"), "asking")
      assert.isTrue(Option.isNone(yield* get))
      yield* get
      assert.strictEqual(asked, 2)
    })
  )
})
