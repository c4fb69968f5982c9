import { rmSync } from "node:fs"
import { Effect, type Scope } from "effect"
import { Git } from "../../adapters/git/Git.ts"
import { Extractor } from "../extracting/Extractor.ts"
import type { Database } from "../../adapters/sql/Database.ts"
import type { SqlError } from "../../adapters/sql/SqlError.ts"
import { updateLockSuffix } from "../../store/database/repositoryDatabasePath.ts"
import { makeSharedWriter } from "../../store/database/sharedWriter.ts"
import { waitForLock } from "../../store/database/waitForLock.ts"
import { CodeError, IndexUnavailable } from "../model/CodeError.ts"
import { codeFormat } from "../store/schema.ts"
import { codeDatabasePath } from "./codeDatabase.ts"
import type { Reconciler } from "./Reconciler.ts"
import { reconcile } from "./reconcile.ts"

/** How long to wait for another process that indexes the same repository. */
const lockTimeout = "30 minutes"

const isDamaged = ({ reason }: SqlError): boolean =>
  reason._tag === "DatabaseDamaged" || reason._tag === "DatabaseForeign"

/** Removes a damaged database: everything in it can be made again. The lock stays. */
const removeDatabase = (path: string): Effect.Effect<void> =>
  Effect.sync(() => {
    for (const suffix of ["", "-wal", "-shm", "-journal"]) rmSync(`${path}${suffix}`, { force: true })
  })

/** Makes an indexer for the database at `path`, which works on this thread. */
export const makeIndexer = Effect.fnUntraced(function* (path: string) {
  const services = yield* Effect.context<Git | Extractor>()
  const openWriter: Effect.Effect<Database, SqlError, Scope.Scope> = yield* makeSharedWriter({
    path,
    format: codeFormat
  })
  const update = (force: boolean) =>
    Effect.flatMap(openWriter, (database) => reconcile(database, force)).pipe(Effect.scoped)
  const updateLocked = Effect.fnUntraced(function* (force: boolean) {
    const isHeld = yield* waitForLock(`${path}${updateLockSuffix}`, lockTimeout, Effect.void)
    if (!isHeld) {
      const detail = "another process has been indexing for half an hour"
      return yield* new CodeError({ reason: new IndexUnavailable({ detail }) })
    }
    return yield* update(force).pipe(
      Effect.catchIf(
        (error) => error._tag === "SqlError" && isDamaged(error),
        () => Effect.andThen(removeDatabase(path), update(force))
      )
    )
  }, Effect.scoped)
  const indexer: Reconciler = {
    reconcile: (force) => Effect.provideContext(updateLocked(force), services)
  }
  return indexer
})

/** Makes `Indexer.layer`. */
export const makeLocalIndexer = Effect.gen(function* () {
  const git = yield* Git
  const parser = yield* Extractor
  const reconcileAt = Effect.fnUntraced(function* (force: boolean) {
    const indexer = yield* makeIndexer(yield* codeDatabasePath)
    return yield* indexer.reconcile(force)
  }, Effect.scoped)
  const indexer: Reconciler = {
    reconcile: (force) =>
      reconcileAt(force).pipe(Effect.provideService(Git, git), Effect.provideService(Extractor, parser))
  }
  return indexer
})
