import { rmSync } from "node:fs"
import { Effect } from "effect"
import type { SqlError } from "../../adapters/sql/SqlError.ts"

/** Whether a database cannot be read and has to be made again. */
export const isDamaged = ({ reason }: SqlError): boolean =>
  reason._tag === "DatabaseDamaged" || reason._tag === "DatabaseForeign"

/** Removes a damaged database: everything in it can be made again. The lock stays. */
export const removeDatabase = (path: string): Effect.Effect<void> =>
  Effect.sync(() => {
    for (const suffix of ["", "-wal", "-shm", "-journal"]) rmSync(`${path}${suffix}`, { force: true })
  })
