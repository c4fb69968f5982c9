import { Effect, Result } from "effect"
import type { Connection, Database } from "../../sql/Database.ts"
import type { SqlError } from "../../sql/SqlError.ts"

/** Takes in what git tells one by one, and writes it some at a time. */
export interface Intake<A> {
  readonly take: (item: A) => void
  /** Writes what is left. Fails as the first write that failed; after it nothing more was written. */
  readonly finish: Effect.Effect<void, SqlError>
}

/** Bytes that wait at most to be written in one transaction. */
const mostWaiting = 8 * 1024 * 1024

/** An intake into the database: `write` writes many items in a transaction, `bytesOf` says about how much one holds. */
export const makeIntake = <A>(
  database: Database,
  write: (connection: Connection, items: ReadonlyArray<A>) => void,
  bytesOf: (item: A) => number
): Intake<A> => {
  let waiting: Array<A> = []
  let bytes = 0
  let outcome: Result.Result<void, SqlError> = Result.void
  const flush = () => {
    const items = waiting
    waiting = []
    bytes = 0
    if (items.length > 0 && Result.isSuccess(outcome)) {
      outcome = database.transact((connection) => write(connection, items))
    }
  }
  return {
    take: (item) => {
      if (Result.isFailure(outcome)) return
      waiting.push(item)
      bytes += bytesOf(item)
      if (bytes >= mostWaiting) flush()
    },
    finish: Effect.suspend(() => {
      flush()
      return Effect.fromResult(outcome)
    })
  }
}
