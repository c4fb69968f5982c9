import { Effect } from "effect"
import type { Connection } from "../../adapters/sql/Connection.ts"
import type { Database } from "../../adapters/sql/Database.ts"

/**
 * Repeats a write transaction until `step` returns false, and runs `between` after each, so that other writers, and other
 * work of this thread, get their turn.
 */
export const repeatTransaction = Effect.fnUntraced(function* <E = never, R = never>(
  database: Database,
  step: (connection: Connection) => boolean,
  between: Effect.Effect<void, E, R> = Effect.yieldNow
) {
  let hasMore = true
  while (hasMore) {
    hasMore = yield* Effect.fromResult(database.transact(step))
    yield* between
  }
})
