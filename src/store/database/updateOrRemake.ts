import { rmSync, statSync } from "node:fs"
import { Effect } from "effect"
import { SqlError } from "../../adapters/sql/SqlError.ts"

/** Whether a database cannot be read, so that it must be created again. */
const isDamaged = (error: unknown): boolean =>
  error instanceof SqlError && (error.reason._tag === "DatabaseDamaged" || error.reason._tag === "DatabaseForeign")

/**
 * Whether something emptied or deleted the file. A new connection would wait for those that still read what was there, or take the
 * log that they keep open for its own.
 */
const isEmptied = (path: string): boolean => (statSync(path, { throwIfNoEntry: false })?.size ?? 0) === 0

/** Removes a database with what belongs to it. The lock stays. */
const removeDatabase = (path: string): Effect.Effect<void> =>
  Effect.sync(() => {
    for (const suffix of ["", "-wal", "-shm", "-journal"]) rmSync(`${path}${suffix}`, { force: true })
  })

/**
 * Updates a database of derived data. A damaged or emptied one is removed first and created again. The caller holds the lock of
 * its updates.
 */
export const updateOrRemake = <A, E, R>(path: string, update: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> => {
  const remake = Effect.andThen(removeDatabase(path), update)
  return Effect.suspend(() => (isEmptied(path) ? remake : Effect.catchIf(update, isDamaged, () => remake)))
}
