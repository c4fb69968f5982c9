import { Effect, Result } from "effect"
import type { Database } from "../../adapters/sql/Database.ts"
import type { Connection } from "../../adapters/sql/Connection.ts"
import type { SqlError } from "../../adapters/sql/SqlError.ts"

/** Takes in what git tells one by one, and writes it at once, so that git goes on meanwhile. */
export interface BatchWriter<A> {
  readonly take: (item: A) => void
  /** How the writes went until now; after one that failed nothing more was written. */
  readonly outcome: Effect.Effect<void, SqlError>
  /** Everything taken is there to stay. */
  readonly finish: Effect.Effect<void, SqlError>
}

/** An intake into the database: `write` writes an item, `bytesOf` says about how much one holds. */
export const makeBatchWriter = <A>(
  database: Database,
  write: (connection: Connection, item: A) => void,
  bytesOf: (item: A) => number
): BatchWriter<A> => {
  const batch = database.batch()
  let outcome: Result.Result<void, SqlError> = Result.void
  return {
    take: (item) => {
      if (Result.isSuccess(outcome)) outcome = batch.write(bytesOf(item), (connection) => write(connection, item))
    },
    outcome: Effect.suspend(() => Effect.fromResult(outcome)),
    finish: Effect.suspend(() => Effect.fromResult(Result.flatMap(outcome, () => batch.commit())))
  }
}
