import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { type Need, splitBudget } from "../../../../src/cli/commands/read/splitBudget.ts"

const between = (minimum: number, maximum: number) =>
  Schema.Int.pipe(Schema.check(Schema.isBetween({ minimum, maximum })))
const Needs = Schema.Array(Schema.Struct({ least: between(0, 500), more: between(0, 5000) })).pipe(
  Schema.check(Schema.isMaxLength(12))
)
const sum = (numbers: ReadonlyArray<number>) => numbers.reduce((total, each) => total + each, 0)

describe("a budget shared out", () => {
  it.prop(
    "is never overspent, gives nobody more than he needs, and less than that only where others get no more",
    [Needs, between(0, 20_000)],
    ([parts, budget]) => {
      const asked = parts.map(({ least, more }): Need => ({ least, full: least + more }))
      const shares = splitBudget(budget, asked)
      if (shares === undefined) {
        assert.isAbove(sum(asked.map(({ least }) => least)), budget)
        return
      }
      assert.isAtMost(sum(shares), budget)
      const most = Math.max(0, ...shares.filter((share, index) => share > (asked[index]?.least ?? 0)))
      shares.forEach((share, index) => {
        const { full, least } = asked[index] ?? { full: 0, least: 0 }
        assert.isAtLeast(share, least)
        assert.isAtMost(share, full)
        if (share < full) assert.isAtLeast(share, most)
      })
    }
  )

  it("is spent to the last token that can be shared alike", () => {
    const asked = [
      { least: 10, full: 30 },
      { least: 10, full: 1000 },
      { least: 10, full: 2000 }
    ]
    assert.deepStrictEqual(splitBudget(331, asked), [30, 150, 150])
    assert.deepStrictEqual(splitBudget(5000, asked), [30, 1000, 2000])
    assert.strictEqual(splitBudget(29, asked), undefined)
  })
})
