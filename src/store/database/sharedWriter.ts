import { statSync } from "node:fs"
import { type Duration, Effect, RcRef, type Scope } from "effect"
import { type Database, openDatabase } from "../../adapters/sql/Database.ts"
import type { SqlError } from "../../adapters/sql/SqlError.ts"
import type { DatabaseFile } from "./DatabaseReader.ts"

/** What identifies a database and its log as this process left them; undefined if one is missing. */
const describeFiles = (path: string): string | undefined => {
  const [main, log] = [path, `${path}-wal`].map((file) => statSync(file, { throwIfNoEntry: false, bigint: true }))
  return main === undefined || log === undefined
    ? undefined
    : `${main.dev} ${main.ino} ${main.size} ${main.mtimeNs} ${log.ino}`
}

/**
 * Makes an effect that opens a database for writing, creating or migrating it if needed. Concurrent users share one
 * connection, because two on the same thread would block each other forever. It closes with the last of their scopes, or
 * `idleTimeToLive` later: with its statements and pages, the next transaction takes less. It is opened again if the file was
 * replaced or removed meanwhile, or copied into from the log.
 */
export const makeSharedWriter = (
  file: DatabaseFile,
  idleTimeToLive: Duration.Input = 0
): Effect.Effect<Effect.Effect<Database, SqlError, Scope.Scope>, never, Scope.Scope> =>
  Effect.map(RcRef.make({ acquire: openDatabase(file), idleTimeToLive }), (opened) => {
    let users = 0
    let left: string | undefined
    const leave = Effect.sync(() => {
      users -= 1
      left = describeFiles(file.path)
    })
    return Effect.gen(function* () {
      if (users === 0 && (left === undefined || left !== describeFiles(file.path))) yield* RcRef.invalidate(opened)
      const database = yield* RcRef.get(opened)
      users += 1
      yield* Effect.addFinalizer(() => leave)
      return database
    })
  })
