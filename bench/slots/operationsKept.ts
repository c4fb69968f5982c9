import { Effect } from "effect"
import { figureOf } from "../measure.ts"
import { rowsOf, totals } from "../operations/table.ts"
import type { Slot } from "../Slot.ts"

/** Annotations found after every rewriting operation. `bench/operations/main.ts` prints the table by operation. */
export const operationsKept: Slot = {
  name: "operationsKept",
  about: "annotations found after rewriting git operations, in small repositories, against `notes.rewriteRef` alone",
  seconds: 90,
  measure: Effect.fn("operationsKept")(function* () {
    const { git, operations, statements, ultragit } = totals(yield* rowsOf(() => {}))
    return [
      {
        what: `annotations found after ${operations} operations, of ${statements}`,
        ours: figureOf([ultragit], ""),
        yardstick: { what: "`notes.rewriteRef` alone", figure: figureOf([git], "") },
        goal: { min: statements }
      }
    ]
  })
}
