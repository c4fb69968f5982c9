import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { runHistory } from "../support/histories/histories.ts"
import { ultragit } from "../support/operations/keepers.ts"
import { scaled, slow } from "../support/scale.ts"

/** More of them: `node bench/histories/main.ts --seed 1000 --runs 200`. */
const seeds = Array.from({ length: scaled(2, 60) }, (_, at) => at + 17)

describe("a history of twelve operations made at random", () => {
  for (const seed of seeds) {
    it.live(
      `keeps every annotation whose code still exists, and adds none to other code: seed ${seed}`,
      () =>
        Effect.gen(function* () {
          const { missing, strange } = (yield* runHistory(seed, ultragit)).finding
          assert.deepStrictEqual({ missing, strange }, { missing: [], strange: [] })
        }),
      slow
    )
  }
})
