import { Data } from "effect"
import type { SQLOutputValue } from "node:sqlite"

/** A column holds a type of value that the program never writes there. */
export class ColumnUnexpected extends Data.TaggedError("ColumnUnexpected")<{
  readonly column: string
  readonly found: string
}> {
  override get message(): string {
    return `column ${this.column} holds ${this.found}`
  }
}

const makeUnexpected = (column: string, value: unknown) =>
  new ColumnUnexpected({ column, found: value === null ? "nothing" : typeof value })

const isInteger = (value: unknown): value is number => typeof value === "number"

const areIntegers = (values: ReadonlyArray<unknown>): values is ReadonlyArray<number> => values.every(isInteger)

/** Reads a row of integers that is an array. Throws `ColumnUnexpected`. */
export const toIntegers = (row: unknown): ReadonlyArray<number> => {
  if (Array.isArray(row) && areIntegers(row)) return row
  throw makeUnexpected("of a row of integers", row)
}

/** One row of a result. Its accessors throw `ColumnUnexpected`, which {@link Database} turns into `DatabaseDamaged`. */
export class Row {
  readonly #values: Record<string, SQLOutputValue>
  constructor(values: Record<string, SQLOutputValue>) {
    this.#values = values
  }
  text(column: string): string {
    const value = this.#values[column]
    if (typeof value === "string") return value
    throw makeUnexpected(column, value)
  }
  integer(column: string): number {
    const value = this.#values[column]
    if (typeof value === "number") return value
    throw makeUnexpected(column, value)
  }
  real(column: string): number {
    return this.integer(column)
  }
  bytes(column: string): Uint8Array {
    const value = this.#values[column]
    if (value instanceof Uint8Array) return value
    throw makeUnexpected(column, value)
  }
  /** Whether the column is null. */
  isNull(column: string): boolean {
    return this.#values[column] === null
  }
  /** Returns the text, or null if the column is null. */
  textOrNull(column: string): string | null {
    return this.isNull(column) ? null : this.text(column)
  }
  integerOrNull(column: string): number | null {
    return this.isNull(column) ? null : this.integer(column)
  }
}
