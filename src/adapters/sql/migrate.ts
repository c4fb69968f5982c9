import { Result } from "effect"
import type { Connection, FileFormat } from "./Connection.ts"
import { DatabaseForeign, DatabaseNewer, SqlError } from "./SqlError.ts"

/** The file that is migrated, as its `Database` gives it. */
interface MigratableDatabase {
  /** Absolute. */
  readonly path: string
  use<A>(work: (connection: Connection) => A): Result.Result<A, SqlError>
  transact<A>(work: (connection: Connection) => A): Result.Result<A, SqlError>
}

const readPragma = (connection: Connection, name: string): number =>
  connection.get(`PRAGMA ${name}`)?.integer(name) ?? 0

/** Whether anything was ever made in the file. */
const isEmpty = (connection: Connection): boolean =>
  connection.get("SELECT 1 AS found FROM sqlite_schema LIMIT 1") === undefined

const failed = (reason: SqlError["reason"]) => Result.fail(new SqlError({ reason }))

/** How many migrations a file of ours has behind it. */
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

/** Brings a file up to date. Two programs may do so at once: the second finds it done. */
export const migrate = (database: MigratableDatabase, format: FileFormat): Result.Result<void, SqlError> =>
  database.transact((connection) => {
    for (const sql of format.migrations.slice(readPragma(connection, "user_version"))) connection.execute(sql)
    connection.execute(`PRAGMA application_id = ${format.applicationId}`)
    connection.execute(`PRAGMA user_version = ${format.migrations.length}`)
  })
