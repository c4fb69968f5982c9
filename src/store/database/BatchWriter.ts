import { Effect, Result } from "effect"
import type { Database } from "../../adapters/sql/Database.ts"
import type { Connection } from "../../adapters/sql/Connection.ts"
import type { SqlError } from "../../adapters/sql/SqlError.ts"

/** Writes items to the database as git emits them. */
export interface BatchWriter<A> {
  readonly write: (item: A) => void
  /** Fails if a write has failed; later items were dropped. */
  readonly outcome: Effect.Effect<void, SqlError>
  /** Commits all items. */
  readonly finish: Effect.Effect<void, SqlError>
}

/** Makes a batch writer; `writeItem` writes one item, `estimateBytes` estimates its size. */
export const makeBatchWriter = <A>(
  database: Database,
  writeItem: (connection: Connection, item: A) => void,
  estimateBytes: (item: A) => number
): BatchWriter<A> => {
  const batch = database.batch()
  let outcome: Result.Result<void, SqlError> = Result.void
  return {
    write: (item) => {
      if (Result.isSuccess(outcome))
        outcome = batch.write(estimateBytes(item), (connection) => writeItem(connection, item))
    },
    outcome: Effect.suspend(() => Effect.fromResult(outcome)),
    finish: Effect.suspend(() => Effect.fromResult(Result.flatMap(outcome, () => batch.commit())))
  }
}
