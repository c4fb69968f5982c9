import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import { tokensForBytes } from "../../../src/domain/Budget.ts"
import { fitPage } from "../../../src/commitIndex/queries/fitPage.ts"

const page = (count: number, hasMore: boolean) => ({
  results: Array.from({ length: count }, (_, place) => ({ result: { place, text: "x".repeat(300) }, position: place })),
  hasMore
})

describe("a page within a token budget", () => {
  it("stays whole where it fits", () => {
    const whole = Result.getOrThrow(fitPage(page(3, true), []))
    assert.deepStrictEqual([whole.results.length, whole.trimmed, whole.next], [3, undefined, 2])
    assert.isUndefined(Result.getOrThrow(fitPage(page(3, false), [])).next)
  })

  it("ends before the first result that does not fit, and the next page begins there", () => {
    for (const budget of [300, 500, 800, 1_200]) {
      const { next, results, trimmed } = Result.getOrThrow(fitPage(page(50, false), [], budget))
      assert.strictEqual(next, results.length - 1)
      assert.strictEqual(trimmed, 50)
      assert.isAtMost(tokensForBytes(JSON.stringify(results).length), budget)
      assert.isAbove(results.length, 0)
    }
  })

  it("fails with the smallest budget where not even one result fits, which is then enough", () => {
    const smallest = Result.match(fitPage(page(2, false), [], 10), {
      onFailure: ({ message }) => Number(/at least (\d+)/.exec(message)?.[1]),
      onSuccess: () => undefined
    })
    assert.isAbove(smallest ?? 0, 100)
    assert.strictEqual(Result.getOrThrow(fitPage(page(2, false), [], smallest)).results.length, 1)
    assert.isTrue(Result.isFailure(fitPage(page(2, false), [], (smallest ?? 0) - 1)))
  })

  it("may be empty", () => {
    assert.deepStrictEqual(Result.getOrThrow(fitPage(page(0, false), [])).results, [])
  })
})
