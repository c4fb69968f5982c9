import { statSync } from "node:fs"
import { Effect, Exit, Scope } from "effect"
import { type Database, openDatabase } from "../../adapters/sql/Database.ts"
import { type Connection } from "../../adapters/sql/Connection.ts"
import type { SqlError } from "../../adapters/sql/SqlError.ts"
import { CommitsError, IndexMissing } from "../model/CommitsError.ts"
import { currentIndexPath } from "../model/indexPath.ts"
import { indexFormat } from "../store/schema.ts"

/** Which file this is, also where another took its name. */
const identityOf = (path: string): string | undefined => {
  const found = statSync(path, { throwIfNoEntry: false, bigint: true })
  return found === undefined ? undefined : `${found.dev} ${found.ino}`
}

interface Opened {
  readonly database: Database
  readonly identity: string
  readonly scope: Scope.Closeable
  /** How many files were opened before. */
  readonly number: number
}

/** Changes with every transaction of others (https://www.sqlite.org/pragma.html#pragma_data_version). */
const versionOf = (connection: Connection): number =>
  connection.get("PRAGMA data_version")?.integer("data_version") ?? 0

/** `IndexFile` over the file at the current path; closed with the scope. */
export const makeIndexFile = Effect.gen(function* () {
  const path = yield* currentIndexPath
  const own = yield* Effect.scope
  let opened: Opened | undefined
  let number = 0

  const close = Effect.suspend(() => {
    const last = opened
    opened = undefined
    return last === undefined ? Effect.void : Scope.close(last.scope, Exit.void)
  })
  const open = Effect.fnUntraced(function* (identity: string) {
    yield* close
    const scope = yield* Scope.fork(own)
    const opening = Scope.provide(openDatabase({ path, format: indexFormat, readOnly: true }), scope)
    const database = yield* Effect.onError(opening, () => Scope.close(scope, Exit.void))
    number += 1
    opened = { database, identity, scope, number }
    return opened
  })
  const current = Effect.suspend((): Effect.Effect<Opened, CommitsError | SqlError> => {
    const identity = identityOf(path)
    if (identity === undefined) {
      return Effect.andThen(close, Effect.fail(new CommitsError({ reason: new IndexMissing({ path }) })))
    }
    return opened?.identity === identity ? Effect.succeed(opened) : open(identity)
  })
  const read = <A>(work: (connection: Connection, moment: string) => A) =>
    Effect.flatMap(current, (file) =>
      Effect.fromResult(file.database.use((connection) => work(connection, `${file.number} ${versionOf(connection)}`)))
    )
  return { read }
})
