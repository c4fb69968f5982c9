import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from "node:sqlite"
import { ColumnUnexpected, Row, toIntegers } from "./Row.ts"

/** A value that can be bound to a statement. */
export type SqlValue = SQLInputValue

/** The format of a database file. */
export interface FileFormat {
  /** Identifies the kind of file (`PRAGMA application_id`); 32 bits, not zero. */
  readonly applicationId: number
  /** Forward migrations in SQL. The version of a file is the number of migrations applied to it. */
  readonly migrations: ReadonlyArray<string>
}

const toText = (value: SQLOutputValue): string => (typeof value === "string" ? value : "")

/** A prepared statement. */
interface Prepared {
  readonly statement: StatementSync
  /** Positions of the values in the order in which the statement has them; undefined if it has each once, in their order. */
  readonly order: ReadonlyArray<number> | undefined
}

/** Values of a statement by number, as `?1`. Node before 24 binds only those without a number, so that each is bound where it stands. */
const numbered = /\?(\d+)/g

/** Runs statements. Failures are thrown, for {@link Database} to catch. */
export class Connection {
  readonly #database: DatabaseSync
  readonly #queries = new Map<string, Prepared>()
  /** Statements that are run for their effect. */
  readonly #changes = new Map<string, Prepared>()
  readonly #functions = new Set<string>()

  constructor(database: DatabaseSync) {
    this.#database = database
  }

  /** Prepares a statement once per SQL text, so the text must not contain values. */
  #prepare(sql: string, kept: Map<string, Prepared>): Prepared {
    const known = kept.get(sql)
    if (known !== undefined) return known
    const order = Array.from(sql.matchAll(numbered), ([, number]) => Number(number) - 1)
    const statement = this.#database.prepare(sql.replaceAll(numbered, "?"))
    // Full-text indexes insert rows with ids beyond exact numbers. Since Node 26 a statement fails that returns such an id as a number.
    if (kept === this.#changes) statement.setReadBigInts(true)
    const made = { statement, order: order.length === 0 ? undefined : order }
    kept.set(sql, made)
    return made
  }

  #bind({ order }: Prepared, values: ReadonlyArray<SqlValue>): ReadonlyArray<SqlValue> {
    return order === undefined ? values : order.map((position) => values[position] ?? null)
  }

  #run(sql: string, values: ReadonlyArray<SqlValue>) {
    const prepared = this.#prepare(sql, this.#changes)
    return prepared.statement.run(...this.#bind(prepared, values))
  }

  all(sql: string, ...values: ReadonlyArray<SqlValue>): ReadonlyArray<Row> {
    const prepared = this.#prepare(sql, this.#queries)
    return prepared.statement.all(...this.#bind(prepared, values)).map((row) => new Row(row))
  }

  /** Reads rows of integers, column by column: for many rows, of which objects would take most of the time. */
  integers(sql: string, ...values: ReadonlyArray<SqlValue>): ReadonlyArray<ReadonlyArray<number>> {
    const prepared = this.#prepare(sql, this.#queries)
    const { statement } = prepared
    statement.setReturnArrays(true)
    const rows = statement.all(...this.#bind(prepared, values))
    // The statement is kept for all that ask with the same text.
    statement.setReturnArrays(false)
    return rows.map(toIntegers)
  }

  get(sql: string, ...values: ReadonlyArray<SqlValue>): Row | undefined {
    const prepared = this.#prepare(sql, this.#queries)
    const row = prepared.statement.get(...this.#bind(prepared, values))
    return row === undefined ? undefined : new Row(row)
  }

  /** Reads one integer column of a query that always returns a row, such as `count(*)` or a PRAGMA. */
  integer(column: string, sql: string, ...values: ReadonlyArray<SqlValue>): number {
    const row = this.get(sql, ...values)
    if (row === undefined) throw new ColumnUnexpected({ column, found: "nothing" })
    return row.integer(column)
  }

  /** Runs a statement and returns the number of changed rows. */
  run(sql: string, ...values: ReadonlyArray<SqlValue>): number {
    return Number(this.#run(sql, values).changes)
  }

  /** Runs an insert and returns the new row id. */
  insert(sql: string, ...values: ReadonlyArray<SqlValue>): number {
    return Number(this.#run(sql, values).lastInsertRowid)
  }

  /**
   * Makes a function of texts available to statements. The same texts must always give the same number; null counts as an
   * empty text. A function whose name is known stays as it is.
   */
  define(name: string, compute: (...texts: ReadonlyArray<string>) => number): void {
    if (this.#functions.has(name)) return
    this.#database.function(name, { deterministic: true, varargs: true }, (...values) => compute(...values.map(toText)))
    this.#functions.add(name)
  }

  /** Executes several statements without values or results. */
  execute(sql: string): void {
    this.#database.exec(sql)
  }
}
