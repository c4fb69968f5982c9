import { Effect } from "effect"
import process from "node:process"
import type { Finding } from "./report.ts"
import type { Bench, Missing, Slot } from "./Slot.ts"

/** Shows progress: on a terminal, each text replaces the former one; elsewhere, each text is a line. */
export const progress = (text: string): Effect.Effect<void> =>
  Effect.sync(() => {
    if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${text}`)
    else if (text !== "") process.stderr.write(`${text}\n`)
  })

const shortened = (text: string): string => text.replaceAll(/\s+/g, " ").slice(0, 400)

/** Converts a measurement to a finding. An error or defect becomes a finding without rows. */
export const findingOf = (slot: string, measured: Effect.Effect<Finding["rows"], Missing>): Effect.Effect<Finding> =>
  measured.pipe(
    Effect.map((rows): Finding => ({ slot, rows })),
    Effect.catchTag("Missing", ({ what }) => Effect.succeed({ slot, rows: [], missing: shortened(what) })),
    Effect.catchDefect((defect) => Effect.succeed({ slot, rows: [], failed: true, missing: shortened(String(defect)) }))
  )

/** Runs a slot. */
export const slotFinding = ({ measure, name }: Slot, bench: Bench): Effect.Effect<Finding> =>
  findingOf(name, measure(bench))
