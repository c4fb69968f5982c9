import { mkdirSync } from "node:fs"
import { dirname } from "node:path"
import type { DatabaseSync } from "node:sqlite"
import { Effect, Result, type Scope } from "effect"
import { catchSqlError } from "./failures.ts"
import { prepareLockFile } from "./lockFile.ts"
import { openFile } from "./openFile.ts"
import type { SqlError } from "./SqlError.ts"

/** Locks a file. Returns undefined if another process holds the lock. */
const tryLockFile = (path: string): Result.Result<DatabaseSync | undefined, SqlError> =>
  Result.flatMap(openFile(path, false, 0), (file) => {
    const taken = catchSqlError(path, () => file.exec("BEGIN EXCLUSIVE"))
    if (Result.isSuccess(taken)) return Result.succeed(file)
    file.close()
    return taken.failure.reason._tag === "DatabaseBusy" ? Result.succeed(undefined) : Result.fail(taken.failure)
  })

/**
 * Tries to hold the lock of a file until the end of the scope. Returns whether it is held, without waiting for another
 * holder. The operating system releases it when the process ends in any way. The file stays, and stays empty.
 */
export const holdLock = (path: string): Effect.Effect<boolean, SqlError, Scope.Scope> =>
  Effect.map(
    Effect.acquireRelease(
      Effect.suspend(() => {
        const folder = catchSqlError(path, () => mkdirSync(dirname(path), { recursive: true }))
        const ready = Result.flatMap(folder, () => prepareLockFile(path))
        return Effect.fromResult(Result.flatMap(ready, () => tryLockFile(path)))
      }),
      (file) => Effect.sync(() => file?.close())
    ),
    (file) => file !== undefined
  )
