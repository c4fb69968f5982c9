import { Effect } from "effect"
import type { Database } from "../../adapters/sql/Database.ts"
import { repeatTransaction } from "../../store/database/repeatTransaction.ts"
import { listFragmented, mergeStep } from "../store/mergeWords.ts"

/** Merges fragmented full-text indexes after a sync, in short transactions. This halves query times. */
export const mergeWords = Effect.fn("Sync.mergeWords")(function* (database: Database) {
  for (const table of yield* Effect.fromResult(database.use(listFragmented))) {
    let isFirst = true
    yield* repeatTransaction(database, (connection) => {
      const hasMore = mergeStep(connection, table, isFirst)
      isFirst = false
      return hasMore
    })
  }
})
