import { Effect, Result, type Scope } from "effect"
import type { Failure } from "../../domain/Failure.ts"
import type { Database } from "../../adapters/sql/Database.ts"
import { makeSharedWriter } from "../../store/database/sharedWriter.ts"
import { CommitsError, RepositoryUnknown } from "../model/CommitsError.ts"
import { currentIndexPath } from "../model/indexPath.ts"
import { selectRepositories } from "../queries/checks.ts"
import type { Registration } from "../model/Registration.ts"
import { inRepository } from "../model/inRepository.ts"
import { Sources } from "../model/Sources.ts"
import { findRegistration, listRegistrations, recordSync } from "../store/registrations.ts"
import { indexFormat } from "../store/schema.ts"
import { BeforeSync, type Synced, type SyncOutcome, SyncLockTimeout } from "../model/SyncOutcome.ts"
import { syncRepository } from "./syncRepository.ts"
import { holdSyncLock } from "./syncLock.ts"
import { removeAllVectors, syncVectors } from "./vectors.ts"

/** Repositories synced at the same time: git works for one while commits of another are written. */
const maxConcurrent = 3

const repositoryUnknown = (names: ReadonlyArray<string>, known: ReadonlyArray<string>) =>
  new CommitsError({ reason: new RepositoryUnknown({ names, known }) })

/** Groups repositories into rounds that can run concurrently, upstreams before their forks. */
const planRounds = (all: ReadonlyArray<Registration>): ReadonlyArray<ReadonlyArray<Registration>> => {
  const rounds: Array<ReadonlyArray<Registration>> = []
  for (let remaining = all; remaining.length > 0;) {
    const names = new Set(remaining.map(({ name }) => name))
    const ready = remaining.filter(({ selection }) => selection.forkOf === null || !names.has(selection.forkOf))
    // A cycle of forks has no first repository.
    const round = ready.length === 0 ? remaining : ready
    rounds.push(round)
    remaining = remaining.filter((registration) => !round.includes(registration))
  }
  return rounds
}

const makeOutcome = (name: string, result: Result.Result<Synced, Failure>): SyncOutcome => ({ name, result })

/** Makes `Sync` for the current index path. */
export const makeSync = Effect.gen(function* () {
  const path = yield* currentIndexPath
  const sources = yield* Sources
  const openWriter = yield* makeSharedWriter({ path, format: indexFormat })

  /** Syncs under the lock. Rereads the registration, which another process may have changed while this one waited. */
  const syncLocked = Effect.fnUntraced(function* (
    database: Database,
    registration: Registration
  ): Effect.fn.Return<Synced, Failure, Scope.Scope> {
    yield* holdSyncLock(path, registration, yield* SyncLockTimeout)
    const { name } = registration
    const current = yield* Effect.fromResult(database.use((connection) => findRegistration(connection, name)))
    if (current === undefined) return yield* repositoryUnknown([name], [])
    const prepare = yield* BeforeSync
    yield* prepare(current)
    const result = yield* syncRepository(database, current).pipe(
      inRepository(current.directory),
      Effect.provideService(Sources, sources),
      Effect.result
    )
    if (Result.isFailure(result) && result.failure.code !== "commits_unreadable") return yield* result.failure
    const index = { database, repository: current.id }
    const embedded = current.selection.embed ? yield* syncVectors(index, name) : yield* removeAllVectors(index)
    if (Result.isFailure(result)) return yield* result.failure
    return embedded === undefined ? result.success : { ...result.success, embedded }
  }, Effect.scoped)

  const syncOne = Effect.fn("Sync.one")(function* (database: Database, registration: Registration) {
    const { id, name } = registration
    const result = yield* Effect.result(syncLocked(database, registration))
    if (Result.isSuccess(result)) return makeOutcome(name, Result.succeed(result.success))
    const { failure } = result
    if (failure.code === "sync_running") return makeOutcome(name, Result.fail(failure))
    const recorded = database.transact((connection) => recordSync(connection, id, { error: failure.message }))
    return makeOutcome(name, Result.fail(Result.isSuccess(recorded) ? failure : recorded.failure))
  })

  const sync = Effect.fn("Sync.sync")(function* (names?: ReadonlyArray<string>) {
    const database = yield* openWriter
    const all = yield* Effect.fromResult(database.use(listRegistrations))
    const rounds = planRounds(yield* selectRepositories(all, names))
    const outcomes = yield* Effect.forEach(rounds, (round) =>
      Effect.forEach(round, (registration) => syncOne(database, registration), { concurrency: maxConcurrent })
    )
    return outcomes.flat().toSorted((a, b) => (a.name < b.name ? -1 : 1))
  }, Effect.scoped)

  return { sync }
})
