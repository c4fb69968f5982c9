import { existsSync, mkdirSync } from "node:fs"
import { dirname } from "node:path"
import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite"
import { Effect, Result, type Scope } from "effect"
import { sqlErrorOf } from "./failures.ts"
import { Row } from "./Row.ts"
import { DatabaseForeign, DatabaseMissing, DatabaseNewer, DatabaseOlder, SqlError } from "./SqlError.ts"

/** What a statement can be given. */
export type Value = SQLInputValue

/** What a file must be for the program to use it. */
export interface Format {
  /** Marks the files of one kind (`PRAGMA application_id`); 32 bits, not zero. */
  readonly applicationId: number
  /** SQL that leads from one version to the next; the version of a file is how many it has behind it. Forward only. */
  readonly migrations: ReadonlyArray<string>
}

export interface OpenOptions {
  /** Absolute path; its folder is made where it is missing. */
  readonly path: string
  readonly format: Format
  /** Neither made nor brought up to date. */
  readonly readOnly?: boolean
}

/** Milliseconds that a statement waits for another process. */
const patience = 5_000

/** What statements are run on: their failures are thrown, for {@link Database} to catch. */
export class Connection {
  readonly #database: DatabaseSync
  readonly #statements = new Map<string, StatementSync>()

  constructor(database: DatabaseSync) {
    this.#database = database
  }

  /** Prepared once for each text, so texts must not carry values. */
  #statement(sql: string): StatementSync {
    const known = this.#statements.get(sql)
    if (known !== undefined) return known
    const made = this.#database.prepare(sql)
    this.#statements.set(sql, made)
    return made
  }

  all(sql: string, ...values: ReadonlyArray<Value>): ReadonlyArray<Row> {
    return this.#statement(sql)
      .all(...values)
      .map((row) => new Row(row))
  }

  get(sql: string, ...values: ReadonlyArray<Value>): Row | undefined {
    const row = this.#statement(sql).get(...values)
    return row === undefined ? undefined : new Row(row)
  }

  /** Number of rows changed. */
  run(sql: string, ...values: ReadonlyArray<Value>): number {
    return Number(this.#statement(sql).run(...values).changes)
  }

  /** The row id that the statement inserted. */
  insert(sql: string, ...values: ReadonlyArray<Value>): number {
    return Number(this.#statement(sql).run(...values).lastInsertRowid)
  }

  /** Several statements without values or answers. */
  execute(sql: string): void {
    this.#database.exec(sql)
  }
}

/**
 * An open SQLite file. Work is synchronous: what takes longer than a few milliseconds belongs where nobody waits for the
 * thread. Expected failures are a `SqlError`; what work throws beside them is a defect.
 */
export class Database {
  readonly path: string
  readonly #connection: Connection

  constructor(path: string, connection: Connection) {
    this.path = path
    this.#connection = connection
  }

  /** Runs work that reads: all of it sees the same moment. */
  use<A>(work: (connection: Connection) => A): Result.Result<A, SqlError> {
    return this.#within("BEGIN", work)
  }

  /** Runs work in a transaction that has the right to write from its start: all of it is written, or nothing. */
  transact<A>(work: (connection: Connection) => A): Result.Result<A, SqlError> {
    return this.#within("BEGIN IMMEDIATE", work)
  }

  #within<A>(begin: string, work: (connection: Connection) => A): Result.Result<A, SqlError> {
    const connection = this.#connection
    return caught(this.path, () => {
      connection.execute(begin)
      const done = Result.try(() => {
        const value = work(connection)
        connection.execute("COMMIT")
        return value
      })
      if (Result.isSuccess(done)) return done.success
      // SQLite itself rolls back where the disk is full; then there is nothing to roll back.
      Result.try(() => connection.execute("ROLLBACK"))
      throw done.failure
    })
  }

  /** Sets how the file is written; not for within a transaction. */
  configure(sql: string): Result.Result<void, SqlError> {
    return caught(this.path, () => this.#connection.execute(sql))
  }
}

const caught = <A>(path: string, work: () => A): Result.Result<A, SqlError> =>
  Result.mapError(Result.try(work), (cause) => {
    const error = sqlErrorOf(path, cause)
    if (error === undefined) throw cause
    return error
  })

const pragma = (connection: Connection, name: string): number => connection.get(`PRAGMA ${name}`)?.integer(name) ?? 0

/** Whether anything was ever made in the file. */
const isEmpty = (connection: Connection): boolean =>
  connection.get("SELECT 1 AS found FROM sqlite_schema LIMIT 1") === undefined

const failed = (reason: SqlError["reason"]) => Result.fail(new SqlError({ reason }))

/** How many migrations a file of ours has behind it. */
const versionOf = (database: Database, format: Format): Result.Result<number, SqlError> => {
  const { path } = database
  const found = database.use((connection) => ({
    empty: isEmpty(connection),
    ours: pragma(connection, "application_id") === format.applicationId,
    version: pragma(connection, "user_version")
  }))
  return Result.flatMap(found, ({ empty, ours, version }) => {
    if (!ours && !empty) return failed(new DatabaseForeign({ path }))
    const known = format.migrations.length
    return version > known ? failed(new DatabaseNewer({ path, found: version, known })) : Result.succeed(version)
  })
}

/** Brings a file up to date. Two programs may do so at once: the second finds it done. */
const migrate = (database: Database, format: Format): Result.Result<void, SqlError> =>
  database.transact((connection) => {
    for (const sql of format.migrations.slice(pragma(connection, "user_version"))) connection.execute(sql)
    connection.execute(`PRAGMA application_id = ${format.applicationId}`)
    connection.execute(`PRAGMA user_version = ${format.migrations.length}`)
  })

const current = (database: Database, { format, readOnly = false }: OpenOptions): Result.Result<void, SqlError> =>
  Result.flatMap(versionOf(database, format), (version) => {
    const known = format.migrations.length
    if (version === known) return Result.void
    if (readOnly) return failed(new DatabaseOlder({ path: database.path, found: version, known }))
    return migrate(database, format)
  })

/** Written ahead, so that readers and a writer do not wait for each other; a power cut may cost the last transactions, no more. */
const settings = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = NORMAL;
  PRAGMA cache_size = -32768;
  PRAGMA temp_store = MEMORY;
`

const openFile = (options: OpenOptions): Result.Result<DatabaseSync, SqlError> => {
  const { path, readOnly = false } = options
  if (readOnly && !existsSync(path)) return failed(new DatabaseMissing({ path }))
  return caught(path, () => {
    if (!readOnly) mkdirSync(dirname(path), { recursive: true })
    return new DatabaseSync(path, { readOnly, timeout: patience, enableForeignKeyConstraints: true })
  })
}

/**
 * Opens a database, made where there is none and brought up to date where it is older. Fails with `DatabaseMissing` and
 * `DatabaseOlder` only where it is opened to be read.
 */
export const openDatabase = (options: OpenOptions): Effect.Effect<Database, SqlError, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.suspend(() => Effect.fromResult(openFile(options))),
    (file) => Effect.sync(() => file.close())
  ).pipe(
    Effect.flatMap((file) => {
      const database = new Database(options.path, new Connection(file))
      const ready = Result.flatMap(current(database, options), () =>
        options.readOnly === true ? Result.void : database.configure(settings)
      )
      return Effect.as(Effect.fromResult(ready), database)
    })
  )
