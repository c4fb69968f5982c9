import { statSync } from "node:fs"
import { Effect, Exit, Scope } from "effect"
import { type Database, openDatabase } from "../../adapters/sql/Database.ts"
import type { FileFormat } from "../../adapters/sql/Connection.ts"
import { DatabaseMissing, SqlError } from "../../adapters/sql/SqlError.ts"
import type { Snapshot } from "./Snapshot.ts"

/** Which file holds a database, and in which format. */
export interface DatabaseFile {
  /** Absolute. */
  readonly path: string
  readonly format: FileFormat
}

/** Read-only access to a database. */
export interface DatabaseReader {
  /** Runs `work` in one read transaction. Fails with `DatabaseMissing` if there is no file, or nothing in it. */
  read<A>(work: (snapshot: Snapshot) => A): Effect.Effect<A, SqlError>
}

/** Identifies a file by device and inode, so that a replaced file is noticed. A file without content is no database. */
const readFileIdentity = (path: string): string | undefined => {
  const found = statSync(path, { throwIfNoEntry: false, bigint: true })
  return found === undefined || found.size === 0n ? undefined : `${found.dev} ${found.ino}`
}

interface OpenFile {
  readonly database: Database
  readonly identity: string
  readonly scope: Scope.Closeable
  /** Counts opened files, to distinguish their versions. */
  readonly number: number
}

/** Makes a reader that opens the file on first use, and again if it is replaced. Closes it with the scope. */
export const makeDatabaseReader = ({ format, path }: DatabaseFile): Effect.Effect<DatabaseReader, never, Scope.Scope> =>
  Effect.map(Effect.scope, (parentScope) => {
    let opened: OpenFile | undefined
    let number = 0

    const close = Effect.suspend(() => {
      const last = opened
      opened = undefined
      return last === undefined ? Effect.void : Scope.close(last.scope, Exit.void)
    })
    const open = Effect.fnUntraced(function* (identity: string) {
      yield* close
      const scope = yield* Scope.fork(parentScope)
      const opening = Scope.provide(openDatabase({ path, format, readOnly: true }), scope)
      const database = yield* Effect.onError(opening, () => Scope.close(scope, Exit.void))
      number += 1
      opened = { database, identity, scope, number }
      return opened
    })
    const currentFile = Effect.suspend((): Effect.Effect<OpenFile, SqlError> => {
      const identity = readFileIdentity(path)
      if (identity === undefined) {
        return Effect.andThen(close, Effect.fail(new SqlError({ reason: new DatabaseMissing({ path }) })))
      }
      return opened?.identity === identity ? Effect.succeed(opened) : open(identity)
    })
    const read = <A>(work: (snapshot: Snapshot) => A) =>
      Effect.flatMap(currentFile, (file) =>
        Effect.fromResult(
          file.database.use((connection) => {
            // https://www.sqlite.org/pragma.html#pragma_data_version
            const dataVersion = connection.integer("data_version", "PRAGMA data_version")
            return work({ connection, version: `${file.number} ${dataVersion}` })
          })
        )
      )
    return { read }
  })
