import { Effect } from "effect"
import process from "node:process"
import type { Finding } from "./report.ts"
import type { Bench, Missing, Slot } from "./Slot.ts"

/** Where the run is: on a terminal each text in place of the one before, elsewhere a line each. */
export const progress = (text: string): Effect.Effect<void> =>
  Effect.sync(() => {
    if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${text}`)
    else if (text !== "") process.stderr.write(`${text}\n`)
  })

const shortened = (text: string): string => text.replaceAll(/\s+/g, " ").slice(0, 400)

/** What was found, or why nothing was. What fails takes nothing from the others. */
export const findingOf = (slot: string, measured: Effect.Effect<Finding["rows"], Missing>): Effect.Effect<Finding> =>
  measured.pipe(
    Effect.map((rows): Finding => ({ slot, rows })),
    Effect.catchTag("Missing", ({ what }) => Effect.succeed({ slot, rows: [], missing: shortened(what) })),
    Effect.catchDefect((defect) => Effect.succeed({ slot, rows: [], failed: true, missing: shortened(String(defect)) }))
  )

/** What a slot found. */
export const slotFinding = ({ measure, name }: Slot, bench: Bench): Effect.Effect<Finding> =>
  findingOf(name, measure(bench))
