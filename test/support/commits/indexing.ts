import { Effect, Layer, Result, type Scope } from "effect"
import { join } from "node:path"
import { env } from "node:process"
import { CommitIndex } from "../../../src/commitIndex/service/CommitIndex.ts"
import { IndexPath } from "../../../src/commitIndex/model/indexPath.ts"
import { inRepository } from "../../../src/commitIndex/model/inRepository.ts"
import { everything, type Selection } from "../../../src/commitIndex/model/Registration.ts"
import { indexFormat } from "../../../src/commitIndex/store/schema.ts"
import { addRegistration, findRegistration } from "../../../src/commitIndex/store/registrations.ts"
import { syncRepository } from "../../../src/commitIndex/sync/syncRepository.ts"
import { GitEnvironment } from "../../../src/adapters/git/GitEnvironment.ts"
import { commitsLayer, sources } from "../../../src/Layers.ts"
import { type Database, openDatabase } from "../../../src/adapters/sql/Database.ts"
import { makeFolder } from "../TemporaryRepository.ts"
import { isolation } from "../runGit.ts"

const environment = (variables: Readonly<Record<string, string>>) =>
  Layer.succeed(GitEnvironment, { ...env, ...isolation, ...variables })

/** An index of its own, in a folder that is removed at the end of the scope. */
export interface TestIndex {
  readonly path: string
  readonly database: Database
  /** Registers the repository at a directory. */
  register(name: string, directory: string, selection?: Partial<Selection>): void
  /** Indexes what a registered repository has now. */
  sync(name: string): Effect.Effect<void>
}

const registered = (database: Database, name: string) => {
  const found = Result.getOrThrow(database.use((connection) => findRegistration(connection, name)))
  return found === undefined ? Effect.die(new Error(`${name} is not registered`)) : Effect.succeed(found)
}

/** Makes an index without repositories. */
export const makeIndex: Effect.Effect<TestIndex, never, Scope.Scope> = Effect.gen(function* () {
  const path = join(yield* makeFolder, "commits.db")
  const database = yield* Effect.orDie(openDatabase({ path, format: indexFormat }))
  return {
    path,
    database,
    register: (name, directory, selection) => {
      const added = { name, directory, url: null, selection: { ...everything, ...selection } }
      Result.getOrThrow(database.transact((connection) => addRegistration(connection, added)))
    },
    sync: (name) =>
      registered(database, name).pipe(
        Effect.flatMap((registration) => inRepository(registration.directory)(syncRepository(database, registration))),
        Effect.provide(Layer.provide(sources, environment({}))),
        Effect.orDie,
        Effect.asVoid
      )
  }
})

/** The questions to an index, asked in this process, with these variables for git. */
export const askIndex = (path: string, variables: Readonly<Record<string, string>> = {}) =>
  Layer.build(commitsLayer.pipe(Layer.provide([Layer.succeed(IndexPath, path), environment(variables)]))).pipe(
    Effect.flatMap((context) => Effect.provideContext(CommitIndex, context))
  )
