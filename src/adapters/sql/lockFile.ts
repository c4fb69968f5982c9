import { closeSync, constants, fstatSync, ftruncateSync, lstatSync, openSync, readSync } from "node:fs"
import { Result } from "effect"
import { catchSqlError } from "./failures.ts"
import { DatabaseUnopenable, SqlError } from "./SqlError.ts"

const sqliteHeader = "SQLite format 3\0"

/** Empties a file in place, because another process may hold it as a lock by then, unless it is a database. */
const emptyForeign = (path: string): void => {
  const file = openSync(path, constants.O_RDWR | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  try {
    const found = fstatSync(file)
    const start = Buffer.alloc(sqliteHeader.length)
    readSync(file, start, 0, start.length, 0)
    if (found.isFile() && found.nlink === 1 && start.toString("latin1") !== sqliteHeader) ftruncateSync(file)
  } finally {
    closeSync(file)
  }
}

/**
 * Prepares a file for use as a lock, which is an empty database: whatever else is in it is discarded, as SQLite would refuse it for
 * good. Fails where a link or something other than a file is in its place, which SQLite would follow or wait for.
 */
export const prepareLockFile = (path: string): Result.Result<void, SqlError> =>
  Result.flatMap(
    catchSqlError(path, () => lstatSync(path, { throwIfNoEntry: false })),
    (found) => {
      if (found === undefined || (found.isFile() && found.size === 0)) return Result.succeed(undefined)
      if (found.isFile()) return catchSqlError(path, () => emptyForeign(path))
      const detail = found.isSymbolicLink() ? "it is a symbolic link" : "it is not a file"
      return Result.fail(new SqlError({ reason: new DatabaseUnopenable({ path, detail }) }))
    }
  )
