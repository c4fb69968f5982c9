import { DatabaseSync } from "node:sqlite"
import type { Result } from "effect"
import { catchSqlError } from "./failures.ts"
import type { SqlError } from "./SqlError.ts"

/** Opens a SQLite file. `timeout`: milliseconds that statements wait for other processes. */
export const openFile = (path: string, readOnly: boolean, timeout: number): Result.Result<DatabaseSync, SqlError> =>
  catchSqlError(path, () => new DatabaseSync(path, { readOnly, timeout, enableForeignKeyConstraints: false }))
