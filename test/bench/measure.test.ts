import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import {
  figureOf,
  type Goal,
  makeWatch,
  quantile,
  ratioOf,
  reached,
  type Row,
  compareInTurn
} from "../../bench/measure.ts"

const row = (ours: number, theirs: number | undefined, goal?: Goal): Row => ({
  what: "a call",
  ours: figureOf([ours]),
  ...(theirs === undefined ? {} : { yardstick: { what: "another", figure: figureOf([theirs]) } }),
  ...(goal === undefined ? {} : { goal })
})

describe("a figure", () => {
  it("is the median of the samples with the quartiles around it", () => {
    const { high, low, median, rounds } = figureOf([40, 10, 20, 50, 30, 60, 70, 80])
    assert.deepStrictEqual([median, rounds], [45, 8])
    assert.approximately(low, 24.17, 0.01)
    assert.approximately(high, 65.83, 0.01)
  })

  it("counts the largest sample as the whole of them, and as 95 of 100 where there are few", () => {
    assert.strictEqual(quantile([3, 9, 1], 1), 9)
    assert.strictEqual(figureOf([3, 9, 1]).late, 9)
    assert.strictEqual(figureOf([5]).late, 5)
    assert.isNaN(figureOf([]).late)
  })
})

describe("a goal", () => {
  it.each([
    ["the ratio it names", row(12, 10, { ratio: 1.2 }), true],
    ["more than the ratio it names", row(13, 10, { ratio: 1.2 }), false],
    ["the most it names", row(5, undefined, { max: 5 }), true],
    ["the ratio, but more than the most", row(11, 1000, { max: 10, ratio: 0.05 }), false],
    ["the most, but more than the ratio", row(9, 100, { max: 10, ratio: 0.05 }), false],
    ["less than the least", row(9, undefined, { min: 10 }), false],
    ["nothing, where nothing is wanted", row(9, 1), undefined]
  ])("is judged by both medians: %s", (_, measured, expected) => {
    assert.strictEqual(reached(measured), expected)
  })

  it("is not reached where the yardstick was not measured", () => {
    assert.isFalse(reached({ ...row(1, 1, { ratio: 2 }), yardstick: { what: "none", figure: figureOf([]) } }))
  })

  it("has no ratio without a yardstick", () => {
    assert.isUndefined(ratioOf(row(1, undefined)))
  })
})

describe("two contenders", () => {
  it.effect("alternate, swap the order, and do not count the warm-up", () =>
    Effect.gen(function* () {
      const order: Array<string> = []
      const contender = (name: string) => Effect.sync(() => order.push(name))
      const { ours, theirs } = yield* compareInTurn(3, contender("o"), contender("t"))
      assert.strictEqual(order.join(""), "ottoottoot")
      assert.deepStrictEqual([ours.median, ours.late], [8, 9])
      assert.deepStrictEqual([theirs.median, theirs.late], [7, 10])
    })
  )

  it("run as often as wanted while they are quick", () => {
    const isEnough = makeWatch(5, 3)
    assert.deepStrictEqual([isEnough(4), isEnough(5)], [false, true])
  })
})
