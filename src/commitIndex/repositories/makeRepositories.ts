import { Effect, Option } from "effect"
import { redactCredentials } from "../../adapters/git/clone/Address.ts"
import { Clones } from "../../adapters/git/clone/Clones.ts"
import { Git } from "../../adapters/git/Git.ts"
import { type Database, openDatabase } from "../../adapters/sql/Database.ts"
import { type Connection } from "../../adapters/sql/Connection.ts"
import type { SqlError } from "../../adapters/sql/SqlError.ts"
import { selectRepositories } from "../lookups/checks.ts"
import { readIndexedState, unindexed } from "../lookups/unindexed.ts"
import { inRepository } from "../model/inRepository.ts"
import { currentIndexPath } from "../model/indexPath.ts"
import { everything, type Registration, type Selection } from "../model/Registration.ts"
import { type Addition, type Change, type RepositoryStatus } from "../model/Operations.ts"
import { ForkUnknown, HasForks, NameTaken, RepositoriesError } from "../model/RepositoriesError.ts"
import { Sources } from "../model/Sources.ts"
import { countCommits, moveRepository, rename } from "../store/changeRegistration.ts"
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

/** How long who removes waits for a sync that is about to end. */
const patience = "10 seconds"
/** Commits taken out in one transaction. */
const removedAtOnce = 500

const failed = (reason: RepositoriesError["reason"]) => new RepositoriesError({ reason })

const one = (all: ReadonlyArray<Registration>, name: string) =>
  Effect.flatMap(selectRepositories(all, [name]), ([found]) =>
    found === undefined ? Effect.die(new Error(`${name} is known and not there`)) : Effect.succeed(found)
  )

/** A fork is one of another repository, if of any. */
const checkFork = (all: ReadonlyArray<Registration>, name: string, forkOf: string | null) => {
  const known = all.map((registration) => registration.name).filter((other) => other !== name)
  return forkOf === null || known.includes(forkOf)
    ? Effect.void
    : Effect.fail(failed(new ForkUnknown({ name: forkOf, known })))
}

const checkFree = (all: ReadonlyArray<Registration>, name: string) => {
  const other = all.find((registration) => registration.name === name)
  return other === undefined
    ? Effect.void
    : Effect.fail(failed(new NameTaken({ name, source: redactCredentials(other.url ?? other.directory) })))
}

const all = (database: Database) => Effect.fromResult(database.use(listRegistrations))

/** Everything indexed of a repository goes, some at a time, so that others may write between. */
const inSteps = (database: Database, step: (connection: Connection) => boolean): Effect.Effect<void, SqlError> =>
  Effect.flatMap(Effect.fromResult(database.transact(step)), (more) =>
    more ? Effect.andThen(Effect.yieldNow, inSteps(database, step)) : Effect.void
  )

/** Where git is started for a source: in the folder itself, or in a clone that is made first. */
const placed = Effect.fnUntraced(function* (path: string, source: Source, name: string) {
  if (source._tag === "Folder") return { directory: source.directory, url: null }
  const clones = yield* Clones
  const directory = cloneDirectory(path, name)
  yield* clones.clone(source.address, directory)
  // A password stays in the configuration of the clone, which only its owner can read, and git fetches with it.
  return { directory, url: redactCredentials(source.address) }
})

/** `Repositories` over the index at `IndexPath`, read once; the file is opened by each call. */
export const makeRepositories = Effect.gen(function* () {
  const path = yield* currentIndexPath
  const sources = yield* Sources
  const clones = yield* Clones
  const syncs = yield* Sync
  const needs = <A, E>(effect: Effect.Effect<A, E, Sources | Clones>) =>
    effect.pipe(Effect.provideService(Sources, sources), Effect.provideService(Clones, clones))

  /** With the index open to be written. */
  const writing = <A, E>(use: (database: Database) => Effect.Effect<A, E, Sources | Clones>) =>
    Effect.scoped(Effect.flatMap(openDatabase({ path, format: indexFormat }), (database) => needs(use(database))))

  const reading = <A, E>(use: (database: Database) => Effect.Effect<A, E>) =>
    Effect.scoped(Effect.flatMap(openDatabase({ path, format: indexFormat, readOnly: true }), use))
  const list: Effect.Effect<ReadonlyArray<Registration>, SqlError> = reading(all).pipe(
    Effect.catchReason("SqlError", "DatabaseMissing", () => Effect.succeed([])),
    Effect.catchReason("SqlError", "DatabaseOlder", () => writing(all))
  )

  const add = Effect.fn("Repositories.add")(function* (addition: Addition) {
    const source = yield* needs(resolveSource(addition.source))
    const name = yield* checkName(addition.name ?? source.name)
    const selection = { ...everything, ...addition.selection }
    return yield* writing(
      Effect.fnUntraced(function* (database) {
        const before = yield* all(database)
        yield* checkFree(before, name)
        yield* checkFork(before, name, selection.forkOf)
        const { directory, url } = yield* placed(path, source, name)
        const registration = { name, directory, url, selection }
        const written = Effect.gen(function* () {
          // Another may have added the name while this was cloned.
          yield* checkFree(yield* all(database), name)
          yield* Effect.fromResult(database.transact((connection) => addRegistration(connection, registration)))
          return yield* one(yield* all(database), name)
        })
        const also = before.filter((other) => other.directory === directory || (url !== null && other.url === url))
        return { registration: yield* written, also: also.map((other) => other.name) }
      })
    )
  })

  const remove = Effect.fn("Repositories.remove")((name: string) =>
    writing(
      Effect.fnUntraced(function* (database) {
        const before = yield* all(database)
        const registration = yield* one(before, name)
        const { directory, id, url } = registration
        const forks = before.filter(({ selection }) => selection.forkOf === name).map((fork) => fork.name)
        if (forks.length > 0) return yield* failed(new HasForks({ name, forks }))
        yield* holdSyncLock(path, registration, patience)
        // Where this is interrupted, the next sync finds that not all is there.
        const begin = database.transact((connection) => {
          writeSyncState(connection, id, { ...readSyncState(connection, id), isUnfinished: true })
          return countCommits(connection, id)
        })
        const count = yield* Effect.fromResult(begin)
        yield* inSteps(database, (connection) => removeRepositoryStep(connection, id, removedAtOnce))
        if (url !== null) yield* clones.remove(directory)
        return count
      }, Effect.scoped)
    )
  )

  const update = Effect.fn("Repositories.update")((given: string, { name = given, source, ...change }: Change) =>
    writing(
      Effect.fnUntraced(function* (database) {
        const before = yield* all(database)
        const { directory, id, selection, url } = yield* one(before, given)
        if (name !== given) {
          yield* checkName(name)
          yield* checkFree(before, name)
        }
        const chosenNow: Selection = { ...selection, ...change }
        yield* checkFork(before, given, chosenNow.forkOf)
        const moved = source === undefined ? undefined : yield* placed(path, yield* resolveSource(source), name)
        const changed = database.transact((connection) => {
          if (moved !== undefined) moveRepository(connection, id, moved)
          changeSelection(connection, id, chosenNow)
          rename(connection, id, name)
          for (const fork of before.filter((other) => other.selection.forkOf === given)) {
            changeSelection(connection, fork.id, { ...fork.selection, forkOf: name })
          }
        })
        yield* Effect.fromResult(changed)
        if (!chosenNow.embed) yield* removeAllVectors({ database, repository: id })
        if (url !== null && moved !== undefined && moved.directory !== directory) yield* clones.remove(directory)
        return yield* one(yield* all(database), name)
      })
    )
  )

  const at = <A, E>(directory: string, effect: Effect.Effect<A, E, Git>) =>
    Effect.provideService(inRepository(directory)(effect), Sources, sources)

  const look = <A>(work: (connection: Connection) => A) => reading((database) => Effect.fromResult(database.use(work)))

  /** Counted now: while a sync goes on, its commits are there already. */
  const standing = Effect.fnUntraced(function* (registration: Registration) {
    const { directory, id } = registration
    const commitCount = yield* look((connection) => countCommits(connection, id))
    const counted = countPending(registration, {
      indexed: look((connection) => readIndexedState(connection, id)),
      unindexed: (ids) => look((connection) => unindexed(connection, registration, ids))
    })
    const behind = yield* Effect.option(at(directory, counted))
    const vectors = yield* look((connection) => countVectors(connection, id))
    const found: RepositoryStatus = { ...registration, commitCount, behind: Option.getOrNull(behind), vectors }
    return found
  })

  const status = Effect.flatMap(list, (registrations) =>
    Effect.forEach(registrations, standing, { concurrency: 4 })
  ).pipe(Effect.withSpan("Repositories.status"))

  const sync = (names: ReadonlyArray<string>) =>
    Effect.flatMap(list, (known) =>
      known.length === 0 && names.length === 0
        ? Effect.succeed([])
        : syncs
            .sync(names.length === 0 ? undefined : names)
            .pipe(Effect.provideService(BeforeSync, (registration) => needs(fetchClone(registration))))
    )

  const check = (names: ReadonlyArray<string>) =>
    Effect.asVoid(Effect.flatMap(list, (known) => selectRepositories(known, names)))

  const refsDirectory = Effect.fn("Repositories.refsDirectory")(function* (name: string) {
    const { directory } = yield* one(yield* list, name)
    const repository = yield* at(
      directory,
      Effect.flatMap(Git, (git) => git.repository)
    )
    return repository.commonDirectory
  })

  return { add, remove, update, list, check, status, sync, refsDirectory }
})
