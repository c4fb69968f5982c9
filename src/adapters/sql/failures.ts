import { Result } from "effect"
import {
  DatabaseBusy,
  DatabaseDamaged,
  DatabaseFailed,
  DatabaseForeign,
  DatabaseFull,
  DatabaseReadOnly,
  DatabaseUnopenable,
  SqlError
} from "./SqlError.ts"
import { ColumnUnexpected } from "./Row.ts"

/** SQLite's primary result codes (https://www.sqlite.org/rescode.html). */
const codes = { busy: 5, locked: 6, readOnly: 8, corrupt: 11, full: 13, cannotOpen: 14, foreign: 26 }

/** Reads the primary code: the low byte of the extended code in an error of node:sqlite. */
const primaryCode = (cause: unknown): number | undefined => {
  if (!(cause instanceof Error) || !("errcode" in cause)) return undefined
  return typeof cause.errcode === "number" ? cause.errcode & 0xff : undefined
}

const toReason = (path: string, code: number, detail: string) => {
  switch (code) {
    case codes.busy:
    case codes.locked:
      return new DatabaseBusy({ path })
    case codes.readOnly:
      return new DatabaseReadOnly({ path })
    case codes.full:
      return new DatabaseFull({ path })
    case codes.corrupt:
      return new DatabaseDamaged({ path, detail })
    case codes.cannotOpen:
      return new DatabaseUnopenable({ path, detail })
    case codes.foreign:
      return new DatabaseForeign({ path })
    default:
      return new DatabaseFailed({ path, detail })
  }
}

/** Converts an exception of SQLite to an error. Returns undefined for a bug of the program. */
const toSqlError = (path: string, cause: unknown): SqlError | undefined => {
  if (cause instanceof ColumnUnexpected) {
    return new SqlError({ reason: new DatabaseDamaged({ path, detail: cause.message }) })
  }
  if (!(cause instanceof Error)) return undefined
  const code = primaryCode(cause)
  if (code !== undefined) return new SqlError({ reason: toReason(path, code, cause.message) })
  // The folder could not be created.
  return "syscall" in cause
    ? new SqlError({ reason: new DatabaseUnopenable({ path, detail: cause.message }) })
    : undefined
}

/** Runs work and catches exceptions of SQLite; rethrows any other. */
export const catchSqlError = <A>(path: string, work: () => A): Result.Result<A, SqlError> =>
  Result.mapError(Result.try(work), (cause) => {
    const error = toSqlError(path, cause)
    if (error === undefined) throw cause
    return error
  })
