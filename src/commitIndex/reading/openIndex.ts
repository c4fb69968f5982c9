import { statSync } from "node:fs"
import { Effect, Exit, Scope } from "effect"
import { type Database, openDatabase } from "../../adapters/sql/Database.ts"
import { type Connection } from "../../adapters/sql/Connection.ts"
import type { SqlError } from "../../adapters/sql/SqlError.ts"
import { CommitsError, IndexMissing } from "../model/CommitsError.ts"
import { currentIndexPath } from "../model/indexPath.ts"
import { indexFormat } from "../store/schema.ts"

/** Identifies a file by device and inode, so that a replaced file is noticed. */
const readFileIdentity = (path: string): string | undefined => {
  const found = statSync(path, { throwIfNoEntry: false, bigint: true })
  return found === undefined ? undefined : `${found.dev} ${found.ino}`
}

interface OpenIndex {
  readonly database: Database
  readonly identity: string
  readonly scope: Scope.Closeable
  /** Counts opened files, to distinguish their versions. */
  readonly number: number
}

/** Reads the data version, which changes when another connection commits (https://www.sqlite.org/pragma.html#pragma_data_version). */
const readDataVersion = (connection: Connection): number => connection.integer("data_version", "PRAGMA data_version")

/** Makes `IndexFile` for the current index path. Closes the file with the scope. */
export const makeIndexFile = Effect.gen(function* () {
  const path = yield* currentIndexPath
  const parentScope = yield* Effect.scope
  let opened: OpenIndex | undefined
  let number = 0

  const close = Effect.suspend(() => {
    const last = opened
    opened = undefined
    return last === undefined ? Effect.void : Scope.close(last.scope, Exit.void)
  })
  const open = Effect.fnUntraced(function* (identity: string) {
    yield* close
    const scope = yield* Scope.fork(parentScope)
    const opening = Scope.provide(openDatabase({ path, format: indexFormat, readOnly: true }), scope)
    const database = yield* Effect.onError(opening, () => Scope.close(scope, Exit.void))
    number += 1
    opened = { database, identity, scope, number }
    return opened
  })
  const currentFile = Effect.suspend((): Effect.Effect<OpenIndex, CommitsError | SqlError> => {
    const identity = readFileIdentity(path)
    if (identity === undefined) {
      return Effect.andThen(close, Effect.fail(new CommitsError({ reason: new IndexMissing({ path }) })))
    }
    return opened?.identity === identity ? Effect.succeed(opened) : open(identity)
  })
  const read = <A>(work: (connection: Connection, version: string) => A) =>
    Effect.flatMap(currentFile, (file) =>
      Effect.fromResult(
        file.database.use((connection) => work(connection, `${file.number} ${readDataVersion(connection)}`))
      )
    )
  return { read }
})
