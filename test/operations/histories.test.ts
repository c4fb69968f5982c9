import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { runHistory } from "../support/histories/histories.ts"
import { ultragit } from "../support/operations/keepers.ts"
import { scaled } from "../support/scale.ts"

/** More of them: `node bench/histories/main.ts --seed 1000 --runs 200`. */
const seeds = Array.from({ length: scaled(2, 60) }, (_, at) => at + 17)

describe("a history of twelve operations made at random", () => {
  it.live.each(seeds)("keeps every annotation whose code still stands, and puts none elsewhere: seed %i", (seed) =>
    Effect.gen(function* () {
      const { missing, strange } = (yield* runHistory(seed, ultragit)).finding
      assert.deepStrictEqual({ missing, strange }, { missing: [], strange: [] })
    })
  )
})
