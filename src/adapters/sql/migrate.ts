import { Result } from "effect"
import type { Connection, FileFormat } from "./Connection.ts"
import { DatabaseForeign, DatabaseNewer, SqlError } from "./SqlError.ts"

/** The part of `Database` that migrations need. */
interface MigratableDatabase {
  /** Absolute. */
  readonly path: string
  use<A>(work: (connection: Connection) => A): Result.Result<A, SqlError>
  transact<A>(work: (connection: Connection) => A): Result.Result<A, SqlError>
}

const readPragma = (connection: Connection, name: string): number => connection.integer(name, `PRAGMA ${name}`)

/** Whether the file has no schema yet. */
const isEmpty = (connection: Connection): boolean =>
  connection.get("SELECT 1 AS found FROM sqlite_schema LIMIT 1") === undefined

const failed = (reason: SqlError["reason"]) => Result.fail(new SqlError({ reason }))

/** Returns the number of migrations applied to a file. Fails if it belongs to another program or a newer version. */
export const readVersion = (database: MigratableDatabase, format: FileFormat): Result.Result<number, SqlError> => {
  const { path } = database
  const found = database.use((connection) => ({
    empty: isEmpty(connection),
    ours: readPragma(connection, "application_id") === format.applicationId,
    version: readPragma(connection, "user_version")
  }))
  return Result.flatMap(found, ({ empty, ours, version }) => {
    if (!ours && !empty) return failed(new DatabaseForeign({ path }))
    const known = format.migrations.length
    return version > known ? failed(new DatabaseNewer({ path, found: version, known })) : Result.succeed(version)
  })
}

/** Applies the missing migrations. Safe to run concurrently: the second process finds nothing to do. */
export const migrate = (database: MigratableDatabase, format: FileFormat): Result.Result<void, SqlError> =>
  database.transact((connection) => {
    for (const sql of format.migrations.slice(readPragma(connection, "user_version"))) connection.execute(sql)
    connection.execute(`PRAGMA application_id = ${format.applicationId}`)
    connection.execute(`PRAGMA user_version = ${format.migrations.length}`)
  })
