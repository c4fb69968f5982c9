import { existsSync, mkdirSync } from "node:fs"
import { dirname } from "node:path"
import { Effect, Result, type Scope } from "effect"
import { Connection, type FileFormat } from "./Connection.ts"
import { catchSqlError } from "./failures.ts"
import { migrate, readVersion } from "./migrate.ts"
import { prepareLockFile } from "./lockFile.ts"
import { openFile } from "./openFile.ts"
import { DatabaseMissing, DatabaseOlder, SqlError } from "./SqlError.ts"

export interface DatabaseOptions {
  /** Absolute path; a missing folder is created. */
  readonly path: string
  readonly format: FileFormat
  /** Opens the file without creating or migrating it. */
  readonly readOnly?: boolean
  /** How long a statement waits for another process; 10 seconds by default. */
  readonly timeoutMillis?: number
}

const defaultTimeoutMillis = 10_000

/** A transaction that spans several turns of the event loop, and the error that aborted it. */
interface Transaction {
  bytes: number
  error: SqlError | undefined
}

/** Maximum input of one transaction of a {@link Batch}, in bytes. */
const maxTransactionBytes = 32 * 1024 * 1024

/**
 * A bulk write in small steps. All batches of a database share one transaction, which is committed when it has grown
 * large. If it fails, every batch that wrote to it gets the error.
 */
interface Batch {
  /** Writes `bytes` bytes of input. After a failure nothing more is written and every call returns that failure. */
  write<A>(weight: number, work: (connection: Connection) => A): Result.Result<A, SqlError>
  /** Commits everything written so far. */
  commit(): Result.Result<void, SqlError>
}

/**
 * An open SQLite file. Work is synchronous, so anything longer than a few milliseconds belongs on another thread.
 * Expected failures are a `SqlError`; anything else that the work throws is a defect.
 */
export class Database {
  readonly path: string
  readonly #connection: Connection
  readonly #writeLock: Connection | undefined
  #transaction: Transaction | undefined

  /** `writeLock`: an empty database file that a writer must lock before it begins, so that writers take turns. */
  constructor(path: string, connection: Connection, turn?: Connection) {
    this.path = path
    this.#connection = connection
    this.#writeLock = turn
  }

  /** Runs reads on one snapshot. */
  use<A>(work: (connection: Connection) => A): Result.Result<A, SqlError> {
    if (this.#transaction !== undefined) return catchSqlError(this.path, () => work(this.#connection))
    return this.#runTransaction(() => this.#connection.execute("BEGIN"), work)
  }

  /** Runs work in a write transaction: all of it is written, or nothing. */
  transact<A>(work: (connection: Connection) => A): Result.Result<A, SqlError> {
    return Result.flatMap(this.#commit(), () => this.#runTransaction(() => this.#begin(), work))
  }

  batch(): Batch {
    let joined: Transaction | undefined
    const checkFailure = () => (joined?.error === undefined ? Result.void : Result.fail(joined.error))
    return {
      write: (weight, work) =>
        Result.flatMap(checkFailure(), () => {
          const opened = this.#join()
          if (Result.isFailure(opened)) return Result.fail(opened.failure)
          joined = opened.success
          const done = catchSqlError(this.path, () => work(this.#connection))
          if (Result.isFailure(done)) {
            this.#abort(done.failure)
            return done
          }
          joined.bytes += weight
          return joined.bytes < maxTransactionBytes ? done : Result.map(this.#commit(), () => done.success)
        }),
      commit: () => Result.flatMap(checkFailure(), () => this.#commit())
    }
  }

  /** Returns the open transaction, starting one if needed. */
  #join(): Result.Result<Transaction, SqlError> {
    if (this.#transaction !== undefined) return Result.succeed(this.#transaction)
    return Result.map(
      catchSqlError(this.path, () => this.#begin()),
      () => (this.#transaction = { bytes: 0, error: undefined })
    )
  }

  /** Holds the write lock while waiting for the database, so that no other writer can start first. */
  #begin(): void {
    this.#writeLock?.execute("BEGIN EXCLUSIVE")
    const begun = Result.try(() => this.#connection.execute("BEGIN IMMEDIATE"))
    this.#writeLock?.execute("ROLLBACK")
    if (Result.isFailure(begun)) throw begun.failure
  }

  #commit(): Result.Result<void, SqlError> {
    if (this.#transaction === undefined) return Result.void
    const done = catchSqlError(this.path, () => this.#connection.execute("COMMIT"))
    if (Result.isFailure(done)) this.#abort(done.failure)
    else this.#transaction = undefined
    return done
  }

  #abort(error: SqlError): void {
    if (this.#transaction !== undefined) this.#transaction.error = error
    this.#transaction = undefined
    this.#rollBack()
  }

  /** Ignores failures: SQLite rolls back by itself when the disk is full. */
  #rollBack(): void {
    Result.try(() => this.#connection.execute("ROLLBACK"))
  }

  #runTransaction<A>(begin: () => void, work: (connection: Connection) => A): Result.Result<A, SqlError> {
    return catchSqlError(this.path, () => {
      begin()
      const done = Result.try(() => {
        const value = work(this.#connection)
        this.#connection.execute("COMMIT")
        return value
      })
      if (Result.isSuccess(done)) return done.success
      this.#rollBack()
      throw done.failure
    })
  }

  /**
   * Copies the log of writes into the file and empties it, as after a first large write. Where others read at that moment it
   * stays, rather than wait for them. Not allowed within a transaction.
   */
  emptyLog(): Result.Result<void, SqlError> {
    return catchSqlError(this.path, () => {
      const timeout = this.#connection.integer("timeout", "PRAGMA busy_timeout")
      this.#connection.execute(`
        PRAGMA busy_timeout = 0;
        PRAGMA wal_checkpoint(TRUNCATE);
        PRAGMA busy_timeout = ${timeout};
      `)
    })
  }

  /** Executes configuration statements. Not allowed within a transaction. */
  configure(sql: string): Result.Result<void, SqlError> {
    return catchSqlError(this.path, () => this.#connection.execute(sql))
  }
}

const ensureCurrentVersion = (
  database: Database,
  { format, readOnly = false }: DatabaseOptions
): Result.Result<void, SqlError> =>
  Result.flatMap(readVersion(database, format), (version) => {
    const known = format.migrations.length
    if (version === known) return Result.void
    if (!readOnly) return migrate(database, format)
    const { path } = database
    // Another process is about to fill the file, or something emptied it.
    const isUnfilled = version === 0
    const reason = isUnfilled ? new DatabaseMissing({ path }) : new DatabaseOlder({ path, found: version, known })
    return Result.fail(new SqlError({ reason }))
  })

/**
 * Write-ahead logging lets readers and a writer work concurrently; a power failure may lose the last transactions, no
 * more. The log is copied into the file once it has 4,000 pages, 16 MB: SQLite's 1,000 would be copied, and synced twice, four times
 * as often. Foreign keys are maintained by the code that deletes rows, because SQLite would scan whole tables for each row.
 */
const pragmas = `
  PRAGMA journal_mode = WAL;
  PRAGMA wal_autocheckpoint = 4000;
  PRAGMA synchronous = NORMAL;
  PRAGMA cache_size = -32768;
  PRAGMA temp_store = MEMORY;
`

const openConnection = (
  path: string,
  readOnly: boolean,
  timeout: number = defaultTimeoutMillis
): Effect.Effect<Connection, SqlError, Scope.Scope> =>
  Effect.map(
    Effect.acquireRelease(
      Effect.suspend(() => Effect.fromResult(openFile(path, readOnly, timeout))),
      (file) => Effect.sync(() => file.close())
    ),
    (file) => new Connection(file)
  )

/**
 * Fails if the file belongs to another program or a newer version. Checks read-only, because opening a file for writing
 * would already change it.
 */
const rejectForeignFile = ({ format, path }: DatabaseOptions): Effect.Effect<void, SqlError> =>
  openConnection(path, true).pipe(
    Effect.flatMap((connection) => Effect.fromResult(readVersion(new Database(path, connection), format))),
    Effect.asVoid,
    Effect.scoped,
    Effect.catchIf(
      ({ reason }) => reason._tag !== "DatabaseForeign" && reason._tag !== "DatabaseNewer",
      () => Effect.void
    )
  )

const openToRead = Effect.fnUntraced(function* (options: DatabaseOptions) {
  const { timeoutMillis, path } = options
  if (!existsSync(path)) return yield* new SqlError({ reason: new DatabaseMissing({ path }) })
  const database = new Database(path, yield* openConnection(path, true, timeoutMillis))
  yield* Effect.fromResult(ensureCurrentVersion(database, options))
  return database
})

const openToWrite = Effect.fnUntraced(function* (options: DatabaseOptions) {
  const { timeoutMillis, path } = options
  yield* Effect.fromResult(catchSqlError(path, () => mkdirSync(dirname(path), { recursive: true })))
  if (existsSync(path)) yield* rejectForeignFile(options)
  yield* Effect.fromResult(prepareLockFile(`${path}-turn`))
  const database = new Database(
    path,
    yield* openConnection(path, false, timeoutMillis),
    yield* openConnection(`${path}-turn`, false, timeoutMillis)
  )
  yield* Effect.fromResult(Result.flatMap(ensureCurrentVersion(database, options), () => database.configure(pragmas)))
  return database
})

/**
 * Opens a database, creating or migrating it if needed. Fails with `DatabaseMissing` and `DatabaseOlder` only if opened
 * read-only.
 */
export const openDatabase = (options: DatabaseOptions): Effect.Effect<Database, SqlError, Scope.Scope> =>
  options.readOnly === true ? openToRead(options) : openToWrite(options)
