import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { type Need, splitBudget } from "../../../../src/cli/commands/read/splitBudget.ts"

const between = (minimum: number, maximum: number) =>
  Schema.Int.pipe(Schema.check(Schema.isBetween({ minimum, maximum })))
const Needs = Schema.Array(Schema.Struct({ least: between(0, 500), more: between(0, 5000) })).pipe(
  Schema.check(Schema.isMaxLength(12))
)
const sum = (numbers: ReadonlyArray<number>) => numbers.reduce((total, each) => total + each, 0)

describe("a split budget", () => {
  it.prop(
    "is never exceeded; no part gets more than it needs, or less while another gets more",
    [Needs, between(0, 20_000)],
    ([parts, budget]) => {
      const asked = parts.map(({ least, more }): Need => ({ minTokens: least, fullTokens: least + more }))
      const shares = splitBudget(budget, asked)
      if (shares === undefined) {
        assert.isAbove(sum(asked.map(({ minTokens }) => minTokens)), budget)
        return
      }
      assert.isAtMost(sum(shares), budget)
      const maxShare = Math.max(0, ...shares.filter((share, index) => share > (asked[index]?.minTokens ?? 0)))
      shares.forEach((share, index) => {
        const { fullTokens, minTokens } = asked[index] ?? { fullTokens: 0, minTokens: 0 }
        assert.isAtLeast(share, minTokens)
        assert.isAtMost(share, fullTokens)
        if (share < fullTokens) assert.isAtLeast(share, maxShare)
      })
    }
  )

  it("is spent to the last token that splits evenly", () => {
    const asked = [
      { minTokens: 10, fullTokens: 30 },
      { minTokens: 10, fullTokens: 1000 },
      { minTokens: 10, fullTokens: 2000 }
    ]
    assert.deepStrictEqual(splitBudget(331, asked), [30, 150, 150])
    assert.deepStrictEqual(splitBudget(5000, asked), [30, 1000, 2000])
    assert.strictEqual(splitBudget(29, asked), undefined)
  })
})
