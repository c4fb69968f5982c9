import { mkdirSync } from "node:fs"
import { dirname } from "node:path"
import type { DatabaseSync } from "node:sqlite"
import { Effect, Result, type Scope } from "effect"
import { catchSqlError } from "./failures.ts"
import { openFile } from "./openFile.ts"
import type { SqlError } from "./SqlError.ts"

/** A file that is locked, or none where somebody else has locked it. */
const tryLockFile = (path: string): Result.Result<DatabaseSync | undefined, SqlError> =>
  Result.flatMap(openFile(path, false, 0), (file) => {
    const taken = catchSqlError(path, () => file.exec("BEGIN EXCLUSIVE"))
    if (Result.isSuccess(taken)) return Result.succeed(file)
    file.close()
    return taken.failure.reason._tag === "DatabaseBusy" ? Result.succeed(undefined) : Result.fail(taken.failure)
  })

/**
 * Holds the lock that a file stands for to the end of the scope. Gives whether it is held: nothing waits for somebody
 * else who holds it. The operating system lets it go with the process, however that ends. The file stays, and stays empty.
 */
export const holdLock = (path: string): Effect.Effect<boolean, SqlError, Scope.Scope> =>
  Effect.map(
    Effect.acquireRelease(
      Effect.suspend(() => {
        const folder = catchSqlError(path, () => mkdirSync(dirname(path), { recursive: true }))
        return Effect.fromResult(Result.flatMap(folder, () => tryLockFile(path)))
      }),
      (file) => Effect.sync(() => file?.close())
    ),
    (file) => file !== undefined
  )
