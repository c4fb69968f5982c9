import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { isLong, slow } from "../scale.ts"
import { ultragit } from "./keepers.ts"
import type { Operation } from "./Operation.ts"
import { attempt } from "./operations.ts"

/** One test for each operation: each annotation is found, once by each question, at its current place. All but the first are slow. */
export const describeOperations = (what: string, operations: ReadonlyArray<Operation>): void => {
  describe(`${what}: every annotation is found once, nothing taken away speaks`, () => {
    const first = operations.find(({ like }) => like === undefined)
    for (const operation of operations) {
      it.live.skipIf(operation.like !== undefined && !isLong)(
        operation.name,
        () =>
          Effect.gen(function* () {
            const { lost, misplaced, misses } = yield* attempt(operation, ultragit)
            assert.deepStrictEqual({ lost, misplaced, misses }, { lost: [], misplaced: [], misses: [] })
          }),
        operation === first ? {} : slow
      )
    }
  })
}
