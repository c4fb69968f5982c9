import { Effect } from "effect"
import type { Database } from "../../adapters/sql/Database.ts"
import { listFragmented, mergeStep } from "../store/mergeWords.ts"

/** Merges what a sync has written to the full-text indexes where that is much, in short transactions: what is asked then takes half as long. */
export const mergeWords = Effect.fn("Sync.mergeWords")(function* (database: Database) {
  for (const table of yield* Effect.fromResult(database.use(listFragmented))) {
    let isFirst = true
    let isMore = true
    while (isMore) {
      const first = isFirst
      isMore = yield* Effect.fromResult(database.transact((connection) => mergeStep(connection, table, first)))
      isFirst = false
    }
  }
})
