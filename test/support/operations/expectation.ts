import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { isLong } from "../scale.ts"
import { ultragit } from "./keepers.ts"
import type { Operation } from "./Operation.ts"
import { attempt } from "./operations.ts"

/** One test for each operation: whatever was said is found, once by each question, where it is now. */
export const describeOperations = (what: string, operations: ReadonlyArray<Operation>): void => {
  describe(`${what}: every annotation is found once, nothing taken away speaks`, () => {
    for (const operation of operations) {
      it.live.skipIf(operation.like !== undefined && !isLong)(operation.name, () =>
        Effect.gen(function* () {
          const { lost, misplaced, misses } = yield* attempt(operation, ultragit)
          assert.deepStrictEqual({ lost, misplaced, misses }, { lost: [], misplaced: [], misses: [] })
        })
      )
    }
  })
}
