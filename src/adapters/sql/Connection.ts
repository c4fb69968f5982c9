import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite"
import { Row } from "./Row.ts"

/** What a statement can be given. */
export type SqlValue = SQLInputValue

/** What a file must be for the program to use it. */
export interface FileFormat {
  /** Marks the files of one kind (`PRAGMA application_id`); 32 bits, not zero. */
  readonly applicationId: number
  /** SQL that leads from one version to the next; the version of a file is how many it has behind it. Forward only. */
  readonly migrations: ReadonlyArray<string>
}

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

  all(sql: string, ...values: ReadonlyArray<SqlValue>): ReadonlyArray<Row> {
    return this.#statement(sql)
      .all(...values)
      .map((row) => new Row(row))
  }

  get(sql: string, ...values: ReadonlyArray<SqlValue>): Row | undefined {
    const row = this.#statement(sql).get(...values)
    return row === undefined ? undefined : new Row(row)
  }

  /** Number of rows changed. */
  run(sql: string, ...values: ReadonlyArray<SqlValue>): number {
    return Number(this.#statement(sql).run(...values).changes)
  }

  /** The row id that the statement inserted. */
  insert(sql: string, ...values: ReadonlyArray<SqlValue>): number {
    return Number(this.#statement(sql).run(...values).lastInsertRowid)
  }

  /** Several statements without values or answers. */
  execute(sql: string): void {
    this.#database.exec(sql)
  }
}
