import { join } from "node:path"
import { env } from "node:process"
import { Context, Effect, Layer, Result } from "effect"
import { assert } from "@effect/vitest"
import { IndexPath } from "../../../src/commitIndex/model/indexPath.ts"
import { everything, type Selection } from "../../../src/commitIndex/model/Registration.ts"
import { Sources } from "../../../src/commitIndex/model/Sources.ts"
import { addRegistration } from "../../../src/commitIndex/store/registrations.ts"
import { indexFormat } from "../../../src/commitIndex/store/schema.ts"
import { Sync } from "../../../src/commitIndex/sync/Sync.ts"
import { type SyncFailure, type SyncOutcome } from "../../../src/commitIndex/model/SyncOutcome.ts"
import { Git } from "../../../src/adapters/git/Git.ts"
import { GitEnvironment } from "../../../src/adapters/git/GitEnvironment.ts"
import { sources } from "../../../src/Layers.ts"
import { openDatabase } from "../../../src/adapters/sql/Database.ts"
import { type Connection } from "../../../src/adapters/sql/Connection.ts"
import { isolation } from "../runGit.ts"
import { whenSettled } from "../settledClock.ts"
import { makeFolder } from "../TemporaryRepository.ts"
import { digestOf } from "./digest.ts"

/** A repository of an index of a test. */
export interface IndexedRepository {
  readonly name: string
  readonly directory: string
  readonly selection?: Partial<Selection>
}

/** What git is replaced by; nothing: git. */
export type Meddling = (git: Git["Service"]) => Git["Service"]

const meddled = (meddle: Meddling) =>
  Layer.effect(
    Sources,
    Effect.map(Sources, ({ at }) => ({
      at: (directory: string) =>
        Layer.effectContext(
          Effect.map(Layer.build(at(directory)), (context) =>
            Context.add(context, Git, Git.of(meddle(Context.get(context, Git))))
          )
        )
    }))
  )

/** Runs work that writes to the index at a path. */
export const write = <A>(path: string, work: (connection: Connection) => A): Effect.Effect<A> =>
  openDatabase({ path, format: indexFormat }).pipe(
    Effect.flatMap((database) => Effect.fromResult(database.transact(work))),
    Effect.scoped,
    Effect.orDie
  )

/** Asks the service about the index at a path. */
const asked = <A>(path: string, meddle: Meddling, ask: (service: Sync["Service"]) => Effect.Effect<A, SyncFailure>) =>
  Effect.flatMap(Sync, ask).pipe(
    Effect.provide(
      Sync.layer.pipe(
        Layer.provide(meddled(meddle)),
        Layer.provide(sources),
        Layer.provide(Layer.succeed(IndexPath)(path)),
        Layer.provide(Layer.succeed(GitEnvironment)({ ...env, ...isolation }))
      ),
      { local: true }
    ),
    Effect.provideService(GitEnvironment, { ...env, ...isolation }),
    Effect.orDie,
    whenSettled
  )

const itself: Meddling = (git) => git

/** Syncs what the index at a path has; how each repository ended. */
export const sync = (path: string, names?: ReadonlyArray<string>, meddle: Meddling = itself) =>
  asked(path, meddle, (service) => service.sync(names))

const expectSuccess = (outcomes: ReadonlyArray<SyncOutcome>) => {
  for (const { name, result } of outcomes) {
    assert.isTrue(Result.isSuccess(result), `${name}: ${Result.isFailure(result) ? result.failure.message : ""}`)
  }
}

/** The same, where all must succeed. */
export const synced = (path: string, names?: ReadonlyArray<string>) => Effect.map(sync(path, names), expectSuccess)

/** Syncs everything and some of it at once, by one service. */
export const syncedTwice = (path: string, names: ReadonlyArray<string>) =>
  Effect.map(
    asked(path, itself, (service) => Effect.all([service.sync(), service.sync(names)], { concurrency: 2 })),
    (outcomes) => expectSuccess(outcomes.flat())
  )

/** A new index of repositories, not yet synced; its path. */
export const makeIndex = Effect.fnUntraced(function* (repositories: ReadonlyArray<IndexedRepository>) {
  const path = join(yield* makeFolder, "commits.db")
  yield* write(path, (connection) => {
    for (const { directory, name, selection } of repositories) {
      addRegistration(connection, { name, directory, url: null, selection: { ...everything, ...selection } })
    }
  })
  return path
})

/** Each commit, a merge too, is searched in both full-text indexes. */
const expectSearched = (path: string): Effect.Effect<void> =>
  write(path, (connection) => {
    const all = connection.all("SELECT id FROM commits ORDER BY id").map((row) => row.integer("id"))
    for (const table of ["messages", "search"]) {
      const found = connection.all(`SELECT id FROM ${table}_docsize ORDER BY id`).map((row) => row.integer("id"))
      assert.deepStrictEqual(found, all, table)
    }
  })

/** Fails unless the index at a path says what one says that is built of these repositories from nothing. */
export const expectAsFresh = Effect.fnUntraced(function* (
  path: string,
  repositories: ReadonlyArray<IndexedRepository>
) {
  const fresh = yield* makeIndex(repositories)
  yield* synced(fresh)
  yield* expectSearched(fresh)
  const [kept, built] = [digestOf(path), digestOf(fresh)]
  for (const kind of Object.keys(built)) assert.deepStrictEqual(kept[kind], built[kind], kind)
})
