import { Effect, Layer, RcRef, Result, type Scope } from "effect"
import type { Failure } from "../../domain/Failure.ts"
import { type Database, openDatabase } from "../../adapters/sql/Database.ts"
import { CommitsError, RepositoryUnknown } from "../model/CommitsError.ts"
import { currentIndexPath } from "../model/indexPath.ts"
import { selectRepositories } from "../lookups/checks.ts"
import type { Registration } from "../model/Registration.ts"
import { Sources } from "../model/Sources.ts"
import { findRegistration, listRegistrations, recordSync } from "../store/registrations.ts"
import { indexFormat } from "../store/schema.ts"
import { BeforeSync, type Synced, type SyncOutcome, SyncLockTimeout } from "../model/SyncOutcome.ts"
import { syncRepository } from "./syncRepository.ts"
import { holdSyncLock } from "./syncLock.ts"
import { removeAllVectors, syncVectors } from "./vectors.ts"

/** Repositories at once: while git works for one, the commits of another are written. */
const atOnce = 3

const unknown = (names: ReadonlyArray<string>, known: ReadonlyArray<string>) =>
  new CommitsError({ reason: new RepositoryUnknown({ names, known }) })

/** Repositories that can be synced together, those first that others are forks of. */
const inTurns = (all: ReadonlyArray<Registration>): ReadonlyArray<ReadonlyArray<Registration>> => {
  const turns: Array<ReadonlyArray<Registration>> = []
  for (let left = all; left.length > 0;) {
    const names = new Set(left.map(({ name }) => name))
    const free = left.filter(({ selection }) => selection.forkOf === null || !names.has(selection.forkOf))
    // Each a fork of another: none is the first.
    const turn = free.length === 0 ? left : free
    turns.push(turn)
    left = left.filter((registration) => !turn.includes(registration))
  }
  return turns
}

const outcome = (name: string, result: Result.Result<Synced, Failure>): SyncOutcome => ({ name, result })

/** `Sync` of the index at the current path. */
export const makeSync = Effect.gen(function* () {
  const path = yield* currentIndexPath
  const sources = yield* Sources
  // One for all syncs at once: who waited for another of the same thread would wait for ever.
  const shared = yield* RcRef.make({ acquire: openDatabase({ path, format: indexFormat }) })

  /** What another process did while this one waited counts: the registration is read anew. */
  const inItsTurn = Effect.fnUntraced(function* (
    database: Database,
    registration: Registration
  ): Effect.fn.Return<Synced, Failure, Scope.Scope> {
    yield* holdSyncLock(path, registration, yield* SyncLockTimeout)
    const { name } = registration
    const now = yield* Effect.fromResult(database.use((connection) => findRegistration(connection, name)))
    if (now === undefined) return yield* unknown([name], [])
    const prepare = yield* BeforeSync
    yield* prepare(now)
    // Of its own: the layers of two repositories are made of the same parts.
    const parts = yield* Layer.makeMemoMap
    const asked = yield* Layer.buildWithMemoMap(sources.at(now.directory), parts, yield* Effect.scope)
    const done = yield* Effect.result(Effect.provide(syncRepository(database, now), asked))
    if (Result.isFailure(done) && done.failure.code !== "commits_unreadable") return yield* done.failure
    const index = { database, repository: now.id }
    const embedded = now.selection.embed ? yield* syncVectors(index, name) : yield* removeAllVectors(index)
    if (Result.isFailure(done)) return yield* done.failure
    return embedded === undefined ? done.success : { ...done.success, embedded }
  }, Effect.scoped)

  const outcomeOf = Effect.fn("Sync.one")(function* (database: Database, registration: Registration) {
    const { id, name } = registration
    const done = yield* Effect.result(inItsTurn(database, registration))
    if (Result.isSuccess(done)) return outcome(name, Result.succeed(done.success))
    const { failure } = done
    if (failure.code === "sync_running") return outcome(name, Result.fail(failure))
    const noted = database.transact((connection) => recordSync(connection, id, { error: failure.message }))
    return outcome(name, Result.fail(Result.isSuccess(noted) ? failure : noted.failure))
  })

  const sync = Effect.fn("Sync.sync")(function* (names?: ReadonlyArray<string>) {
    const database = yield* RcRef.get(shared)
    const all = yield* Effect.fromResult(database.use(listRegistrations))
    const turns = inTurns(yield* selectRepositories(all, names))
    const outcomes = yield* Effect.forEach(turns, (turn) =>
      Effect.forEach(turn, (registration) => outcomeOf(database, registration), { concurrency: atOnce })
    )
    return outcomes.flat().toSorted((a, b) => (a.name < b.name ? -1 : 1))
  }, Effect.scoped)

  return { sync }
})
