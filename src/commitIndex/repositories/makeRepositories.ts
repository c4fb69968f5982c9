import { Effect, Option } from "effect"
import { redactCredentials } from "../../adapters/git/clone/Address.ts"
import { Clones } from "../../adapters/git/clone/Clones.ts"
import { Git } from "../../adapters/git/Git.ts"
import { type Database, openDatabase } from "../../adapters/sql/Database.ts"
import { type Connection } from "../../adapters/sql/Connection.ts"
import type { SqlError } from "../../adapters/sql/SqlError.ts"
import { repeatTransaction } from "../../store/database/repeatTransaction.ts"
import { selectRepositories } from "../queries/checks.ts"
import { countOutdatedNotes } from "../store/indexedNotes.ts"
import { readIndexedState, filterUnindexed } from "../queries/unindexed.ts"
import { inRepository } from "../model/inRepository.ts"
import { currentIndexPath } from "../model/indexPath.ts"
import { everything, type Registration, type Selection } from "../model/Registration.ts"
import { type Addition, type Change, type RepositoryStatus } from "../model/Operations.ts"
import { ForkUnknown, HasForks, NameTaken, RepositoriesError } from "../model/RepositoriesError.ts"
import { Sources } from "../model/Sources.ts"
import { countCommits, moveRepository, renameRepository } from "../store/changeRegistration.ts"
import {
  addRegistration,
  changeSelection,
  listRegistrations,
  readSyncState,
  writeSyncState
} from "../store/registrations.ts"
import { removeRepositoryStep } from "../store/removeCommits.ts"
import { indexFormat } from "../store/schema.ts"
import { countVectors } from "../store/vectors.ts"
import { Sync } from "../sync/Sync.ts"
import { BeforeSync } from "../model/SyncOutcome.ts"
import { countPending } from "../sync/countPending.ts"
import { holdSyncLock } from "../sync/syncLock.ts"
import { removeAllVectors } from "../sync/vectors.ts"
import { fetchClone } from "./fetchClone.ts"
import { checkName, cloneDirectory } from "./names.ts"
import { type Source, resolveSource } from "./sources.ts"

/** How long removal waits for a running sync. */
const lockTimeout = "10 seconds"
/** Commits removed in one transaction. */
const commitsPerTransaction = 500

const failure = (reason: RepositoriesError["reason"]) => new RepositoriesError({ reason })

const findOne = (all: ReadonlyArray<Registration>, name: string) =>
  Effect.flatMap(selectRepositories(all, [name]), ([found]) =>
    found === undefined ? Effect.die(new Error(`${name} is selected but missing`)) : Effect.succeed(found)
  )

/** Fails with `ForkUnknown` unless the upstream is another repository of the index. */
const checkFork = (all: ReadonlyArray<Registration>, name: string, forkOf: string | null) => {
  const known = all.map((registration) => registration.name).filter((other) => other !== name)
  return forkOf === null || known.includes(forkOf)
    ? Effect.void
    : Effect.fail(failure(new ForkUnknown({ name: forkOf, known })))
}

const checkNameFree = (all: ReadonlyArray<Registration>, name: string) => {
  const other = all.find((registration) => registration.name === name)
  return other === undefined
    ? Effect.void
    : Effect.fail(failure(new NameTaken({ name, source: redactCredentials(other.url ?? other.directory) })))
}

const readAll = (database: Database) => Effect.fromResult(database.use(listRegistrations))

/** Returns the directory of a source, after cloning it if it is a URL. */
const prepareDirectory = Effect.fnUntraced(function* (path: string, source: Source, name: string) {
  if (source._tag === "Folder") return { directory: source.directory, url: null }
  const clones = yield* Clones
  const directory = cloneDirectory(path, name)
  yield* clones.clone(source.address, directory)
  // The URL's password stays in the clone's configuration, readable only by its owner, where git fetch finds it.
  return { directory, url: redactCredentials(source.address) }
})

/** Makes `Repositories` for the current index path. Each call opens the file. */
export const makeRepositories = Effect.gen(function* () {
  const path = yield* currentIndexPath
  const sources = yield* Sources
  const clones = yield* Clones
  const syncs = yield* Sync
  const provideServices = <A, E>(effect: Effect.Effect<A, E, Sources | Clones>) =>
    effect.pipe(Effect.provideService(Sources, sources), Effect.provideService(Clones, clones))

  /** Opens the index for writing. */
  const openForWriting = <A, E>(use: (database: Database) => Effect.Effect<A, E, Sources | Clones>) =>
    Effect.scoped(
      Effect.flatMap(openDatabase({ path, format: indexFormat }), (database) => provideServices(use(database)))
    )

  const openForReading = <A, E>(use: (database: Database) => Effect.Effect<A, E>) =>
    Effect.scoped(Effect.flatMap(openDatabase({ path, format: indexFormat, readOnly: true }), use))
  const list: Effect.Effect<ReadonlyArray<Registration>, SqlError> = openForReading(readAll).pipe(
    Effect.catchReason("SqlError", "DatabaseMissing", () => Effect.succeed([])),
    Effect.catchReason("SqlError", "DatabaseOlder", () => openForWriting(readAll))
  )

  const add = Effect.fn("Repositories.add")(function* (addition: Addition) {
    const source = yield* provideServices(resolveSource(addition.source))
    const name = yield* checkName(addition.name ?? source.name)
    const selection = { ...everything, ...addition.selection }
    return yield* openForWriting(
      Effect.fnUntraced(function* (database) {
        const before = yield* readAll(database)
        yield* checkNameFree(before, name)
        yield* checkFork(before, name, selection.forkOf)
        const { directory, url } = yield* prepareDirectory(path, source, name)
        const registration = { name, directory, url, selection }
        const register = Effect.gen(function* () {
          // Another process may have added the name during the clone.
          yield* checkNameFree(yield* readAll(database), name)
          yield* Effect.fromResult(database.transact((connection) => addRegistration(connection, registration)))
          return yield* findOne(yield* readAll(database), name)
        })
        const also = before.filter((other) => other.directory === directory || (url !== null && other.url === url))
        return { registration: yield* register, also: also.map((other) => other.name) }
      })
    )
  })

  const remove = Effect.fn("Repositories.remove")((name: string) =>
    openForWriting(
      Effect.fnUntraced(function* (database) {
        const before = yield* readAll(database)
        const registration = yield* findOne(before, name)
        const { directory, id, url } = registration
        const forks = before.filter(({ selection }) => selection.forkOf === name).map((fork) => fork.name)
        if (forks.length > 0) return yield* failure(new HasForks({ name, forks }))
        yield* holdSyncLock(path, registration, lockTimeout)
        // If the removal is interrupted, the next sync restores the missing commits.
        const begin = database.transact((connection) => {
          writeSyncState(connection, id, { ...readSyncState(connection, id), isUnfinished: true })
          return countCommits(connection, id)
        })
        const count = yield* Effect.fromResult(begin)
        yield* repeatTransaction(database, (connection) => removeRepositoryStep(connection, id, commitsPerTransaction))
        if (url !== null) yield* clones.remove(directory)
        return count
      }, Effect.scoped)
    )
  )

  const update = Effect.fn("Repositories.update")((given: string, { name = given, source, ...change }: Change) =>
    openForWriting(
      Effect.fnUntraced(function* (database) {
        const before = yield* readAll(database)
        const { directory, id, selection, url } = yield* findOne(before, given)
        if (name !== given) {
          yield* checkName(name)
          yield* checkNameFree(before, name)
        }
        const newSelection: Selection = { ...selection, ...change }
        yield* checkFork(before, given, newSelection.forkOf)
        const newLocation =
          source === undefined ? undefined : yield* prepareDirectory(path, yield* resolveSource(source), name)
        const changed = database.transact((connection) => {
          if (newLocation !== undefined) moveRepository(connection, id, newLocation)
          changeSelection(connection, id, newSelection)
          renameRepository(connection, id, name)
          for (const fork of before.filter((other) => other.selection.forkOf === given)) {
            changeSelection(connection, fork.id, { ...fork.selection, forkOf: name })
          }
        })
        yield* Effect.fromResult(changed)
        if (!newSelection.embed) yield* removeAllVectors({ database, repository: id })
        if (url !== null && newLocation !== undefined && newLocation.directory !== directory)
          yield* clones.remove(directory)
        return yield* findOne(yield* readAll(database), name)
      })
    )
  )

  const withGit = <A, E>(directory: string, effect: Effect.Effect<A, E, Git>) =>
    Effect.provideService(inRepository(directory)(effect), Sources, sources)

  const readIndex = <A>(work: (connection: Connection) => A) =>
    openForReading((database) => Effect.fromResult(database.use(work)))

  /** Counts commits now, because a running sync has already added some. */
  const readStatus = Effect.fnUntraced(function* (registration: Registration) {
    const { directory, id } = registration
    const commitCount = yield* readIndex((connection) => countCommits(connection, id))
    const counted = countPending(registration, {
      indexed: readIndex((connection) => readIndexedState(connection, id)),
      unindexed: (ids) => readIndex((connection) => filterUnindexed(connection, registration, ids)),
      outdated: (change) => readIndex((connection) => countOutdatedNotes(connection, id, change))
    })
    const behind = yield* Effect.option(withGit(directory, counted))
    const vectors = yield* readIndex((connection) => countVectors(connection, id))
    const found: RepositoryStatus = { ...registration, commitCount, behind: Option.getOrNull(behind), vectors }
    return found
  })

  const status = Effect.flatMap(list, (registrations) =>
    Effect.forEach(registrations, readStatus, { concurrency: 4 })
  ).pipe(Effect.withSpan("Repositories.status"))

  const sync = (names: ReadonlyArray<string>) =>
    Effect.flatMap(list, (known) =>
      known.length === 0 && names.length === 0
        ? Effect.succeed([])
        : syncs
            .sync(names.length === 0 ? undefined : names)
            .pipe(Effect.provideService(BeforeSync, (registration) => provideServices(fetchClone(registration))))
    )

  const check = (names: ReadonlyArray<string>) =>
    Effect.asVoid(Effect.flatMap(list, (known) => selectRepositories(known, names)))

  const refsDirectory = Effect.fn("Repositories.refsDirectory")(function* (name: string) {
    const { directory } = yield* findOne(yield* list, name)
    const repository = yield* withGit(
      directory,
      Effect.flatMap(Git, (git) => git.repository)
    )
    return repository.commonDirectory
  })

  return { add, remove, update, list, check, status, sync, refsDirectory }
})
