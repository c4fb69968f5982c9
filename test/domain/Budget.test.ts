import { assert, describe, it } from "@effect/vitest"
import { Result, Schema } from "effect"
import { changeLast, fitToBudget, type ShrinkPlan, countTokens } from "../../src/domain/Budget.ts"

interface Pile {
  readonly stones: ReadonlyArray<number>
  readonly used: ReadonlyArray<string>
}

const shrinking = (pile: Pile, limit: number): ShrinkPlan<Pile> => ({
  limit,
  stages: [
    {
      name: "halve",
      size: pile.stones.length,
      apply: (current, count) => ({
        ...current,
        stones: changeLast(
          current.stones,
          count,
          () => true,
          (stone) => Math.floor(stone / 2)
        )
      })
    },
    {
      name: "drop",
      size: pile.stones.length,
      apply: (current, count) => ({
        ...current,
        stones: changeLast(
          current.stones,
          count,
          () => true,
          () => undefined
        )
      })
    }
  ],
  cost: (current) => 10 + current.stones.reduce((sum, stone) => sum + stone, 0),
  describe: (current, used) => ({ ...current, used })
})

const Stones = Schema.Array(Schema.Int.pipe(Schema.check(Schema.isBetween({ minimum: 0, maximum: 50 }))))
const Limit = Schema.Int.pipe(Schema.check(Schema.isBetween({ minimum: 1, maximum: 400 })))

describe("budget", () => {
  it.each([
    ["", 0],
    ["abc", 1],
    ["abcd", 2],
    ["€", 1],
    ["€€", 2],
    ["🙂", 2]
  ])("counts %j as %d tokens", (text, expected) => {
    assert.strictEqual(countTokens(text), expected)
  })

  it.prop("never gives an answer over the limit", [Stones, Limit], ([stones, limit]) => {
    const pile = { stones, used: [] }
    const fitted = fitToBudget(pile, shrinking(pile, limit))
    return Result.isFailure(fitted)
      ? fitted.failure.smallest > limit
      : shrinking(pile, limit).cost(fitted.success) <= limit
  })

  it.prop("removes no more than necessary", [Stones, Limit], ([stones, limit]) => {
    const pile = { stones, used: [] }
    const rules = shrinking(pile, limit)
    const fitted = fitToBudget(pile, rules)
    if (Result.isFailure(fitted)) return
    const kept = fitted.success.stones
    if (kept.length < stones.length) {
      const oneMore = stones.slice(0, kept.length + 1).map((stone) => Math.floor(stone / 2))
      assert.isAbove(rules.cost({ stones: oneMore, used: [] }), limit)
    }
  })

  it("leaves alone what fits", () => {
    const pile = { stones: [1, 2], used: [] }
    assert.deepStrictEqual(fitToBudget(pile, shrinking(pile, 13)), Result.succeed(pile))
  })

  it("uses the stages in their order and names those used", () => {
    const pile = { stones: [20, 20], used: [] }
    assert.deepStrictEqual(
      fitToBudget(pile, shrinking(pile, 40)),
      Result.succeed({ stones: [20, 10], used: ["halve"] })
    )
    assert.deepStrictEqual(
      fitToBudget(pile, shrinking(pile, 20)),
      Result.succeed({ stones: [10], used: ["halve", "drop"] })
    )
  })

  it("fails with the cost of the smallest answer if that exceeds the limit", () => {
    const pile = { stones: [20], used: [] }
    assert.deepStrictEqual(fitToBudget(pile, shrinking(pile, 9)), Result.fail({ smallest: 10 }))
  })

  it("changes only the last entries that a change affects", () => {
    assert.deepStrictEqual(
      changeLast(
        [1, 2, 3, 4],
        1,
        (n) => n % 2 === 1,
        (n) => n * 10
      ),
      [1, 2, 30, 4]
    )
  })
})
