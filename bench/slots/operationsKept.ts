import { Effect } from "effect"
import type { Findings } from "../measure.ts"
import { rowsOf, totals } from "../operations/table.ts"

/** Annotations found after every operation that rewrites; the table of all is printed by `bench/operations/main.ts`. */
export const operationsKept = Effect.fn("operationsKept")(function* () {
  const { git, operations, statements, ultragit } = totals(yield* rowsOf(() => {}))
  const facts = [
    {
      what: `annotations found after ${operations} operations of git`,
      value: `${ultragit} of ${statements}`,
      reach: "all"
    },
    { what: "the same with `notes.rewriteRef` alone", value: `${git} of ${statements}`, reach: "" }
  ]
  return { rows: [], facts } satisfies Findings
})
