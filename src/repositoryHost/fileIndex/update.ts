import { Effect } from "effect"
import { openDatabase } from "../../adapters/sql/Database.ts"
import { DatabaseBusy, SqlError } from "../../adapters/sql/SqlError.ts"
import { updateOrRemake } from "../../store/database/updateOrRemake.ts"
import { updateLockSuffix } from "../../store/database/repositoryDatabasePath.ts"
import { waitForLock } from "../../store/database/waitForLock.ts"
import type { IndexedCommit } from "./answers.ts"
import { indexCommits } from "./indexCommits.ts"
import { fileIndexFormat } from "./schema.ts"

/** How long to wait for another process that brings the same index up to date. */
const lockTimeout = "10 minutes"

/** Brings the index at `path` to these commits, one process at a time. A damaged one is made again. */
export const updateIndex = Effect.fnUntraced(function* (path: string, commits: ReadonlyArray<IndexedCommit>) {
  if (!(yield* waitForLock(`${path}${updateLockSuffix}`, lockTimeout, Effect.void))) {
    return yield* new SqlError({ reason: new DatabaseBusy({ path }) })
  }
  const update = Effect.scoped(
    Effect.flatMap(openDatabase({ path, format: fileIndexFormat }), (database) => indexCommits(database, commits))
  )
  return yield* updateOrRemake(path, update)
}, Effect.scoped)
