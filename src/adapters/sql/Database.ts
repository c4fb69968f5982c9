import { existsSync, mkdirSync } from "node:fs"
import { dirname } from "node:path"
import { Effect, Result, type Scope } from "effect"
import { Connection, type FileFormat } from "./Connection.ts"
import { catchSqlError } from "./failures.ts"
import { migrate, readVersion } from "./migrate.ts"
import { openFile } from "./openFile.ts"
import { DatabaseMissing, DatabaseOlder, SqlError } from "./SqlError.ts"

export interface DatabaseOptions {
  /** Absolute path; its folder is made where it is missing. */
  readonly path: string
  readonly format: FileFormat
  /** Neither made nor brought up to date. */
  readonly readOnly?: boolean
  /** Milliseconds that a statement waits for another process; 10 seconds unless given. */
  readonly timeoutMillis?: number
}

const defaultTimeoutMillis = 10_000

/** A transaction that goes on over several turns of the event loop, and what it was given up for. */
interface Transaction {
  bytes: number
  error: SqlError | undefined
}

/** Weight of what is written in one transaction of a {@link Batch}, in bytes of input. */
const maxTransactionBytes = 32 * 1024 * 1024

/**
 * Much writing, some at a time: it goes into a transaction that all batches of a database share and that is committed
 * when it has become heavy. What is lost with a transaction that fails is told to each batch that wrote to it.
 */
export interface Batch {
  /** Writes; `weight`: bytes of input. After a failure nothing more is written, and the same failure is told. */
  write<A>(weight: number, work: (connection: Connection) => A): Result.Result<A, SqlError>
  /** Everything that was written until now is there to stay. */
  commit(): Result.Result<void, SqlError>
}

/**
 * An open SQLite file. Work is synchronous: what takes longer than a few milliseconds belongs where nobody waits for the
 * thread. Expected failures are a `SqlError`; what work throws beside them is a defect.
 */
export class Database {
  readonly path: string
  readonly #connection: Connection
  readonly #writeLock: Connection | undefined
  #transaction: Transaction | undefined

  /** `turn`: a file of nothing that one must have to begin writing, so that writers take turns. */
  constructor(path: string, connection: Connection, turn?: Connection) {
    this.path = path
    this.#connection = connection
    this.#writeLock = turn
  }

  /** Runs work that reads: all of it sees the same moment. */
  use<A>(work: (connection: Connection) => A): Result.Result<A, SqlError> {
    if (this.#transaction !== undefined) return catchSqlError(this.path, () => work(this.#connection))
    return this.#runTransaction(() => this.#connection.execute("BEGIN"), work)
  }

  /** Runs work in a transaction that has the right to write from its start: all of it is written, or nothing. */
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

  /** The open transaction, begun where there is none. */
  #join(): Result.Result<Transaction, SqlError> {
    if (this.#transaction !== undefined) return Result.succeed(this.#transaction)
    return Result.map(
      catchSqlError(this.path, () => this.#begin()),
      () => (this.#transaction = { bytes: 0, error: undefined })
    )
  }

  /** Who waits to write has the turn, and so nobody can begin again before. */
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

  /** SQLite itself rolls back where the disk is full; then there is nothing to roll back. */
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

  /** Sets how the file is written; not for within a transaction. */
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
    if (readOnly)
      return Result.fail(new SqlError({ reason: new DatabaseOlder({ path: database.path, found: version, known }) }))
    return migrate(database, format)
  })

/**
 * Written ahead, so that readers and a writer do not wait for each other; a power cut may cost the last transactions, no
 * more. What leads from row to row is kept right by who deletes: SQLite would look through whole tables for each.
 */
const pragmas = `
  PRAGMA journal_mode = WAL;
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

/** Fails where the file is not for us: opened to be written it would be changed only by that. */
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
  const { timeoutMillis: patience, path } = options
  if (!existsSync(path)) return yield* new SqlError({ reason: new DatabaseMissing({ path }) })
  const database = new Database(path, yield* openConnection(path, true, patience))
  yield* Effect.fromResult(ensureCurrentVersion(database, options))
  return database
})

const openToWrite = Effect.fnUntraced(function* (options: DatabaseOptions) {
  const { timeoutMillis: patience, path } = options
  yield* Effect.fromResult(catchSqlError(path, () => mkdirSync(dirname(path), { recursive: true })))
  if (existsSync(path)) yield* rejectForeignFile(options)
  const database = new Database(
    path,
    yield* openConnection(path, false, patience),
    yield* openConnection(`${path}-turn`, false, patience)
  )
  yield* Effect.fromResult(Result.flatMap(ensureCurrentVersion(database, options), () => database.configure(pragmas)))
  return database
})

/**
 * Opens a database, made where there is none and brought up to date where it is older. Fails with `DatabaseMissing` and
 * `DatabaseOlder` only where it is opened to be read.
 */
export const openDatabase = (options: DatabaseOptions): Effect.Effect<Database, SqlError, Scope.Scope> =>
  options.readOnly === true ? openToRead(options) : openToWrite(options)
