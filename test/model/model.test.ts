import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { stepsOf, troubleOf } from "../support/noteModel/model.ts"
import { slow } from "../support/scale.ts"

/** More of them: `node bench/model/main.ts --seed 1 --runs 100`. */
const seeds = [5]
const count = 30

describe("three clones that annotate, rewrite, merge and share at random", () => {
  it.live.each(seeds)(
    "lose nothing that was said, merge in any order, and agree once they synced twice: seed %i",
    (seed) =>
      Effect.gen(function* () {
        assert.deepStrictEqual(yield* troubleOf(stepsOf(seed, count)), undefined)
      }),
    slow
  )
})
