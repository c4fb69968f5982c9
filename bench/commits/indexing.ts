import { Effect, Layer, type Scope } from "effect"
import { existsSync } from "node:fs"
import { join } from "node:path"
import { everything } from "../../src/commitIndex/model/Registration.ts"
import { addRegistration, findRegistration } from "../../src/commitIndex/store/registrations.ts"
import { indexFormat } from "../../src/commitIndex/store/schema.ts"
import { syncRepository } from "../../src/commitIndex/sync/syncRepository.ts"
import { GitDirectory } from "../../src/adapters/git/Git.ts"
import { authoringLayer } from "../../src/Layers.ts"
import { type Database, openDatabase } from "../../src/adapters/sql/Database.ts"

/** A repository to index, with these branches; empty for all. */
export interface Source {
  readonly name: string
  readonly directory: string
  readonly branches: ReadonlyArray<string>
}

const add = Effect.fnUntraced(function* (database: Database, { branches, directory, name }: Source) {
  const registration = yield* Effect.fromResult(
    database.transact((connection) => {
      addRegistration(connection, { name, directory, url: null, selection: { ...everything, branches } })
      return findRegistration(connection, name)
    })
  )
  if (registration === undefined) return
  const git = authoringLayer.pipe(Layer.provide(Layer.succeed(GitDirectory)(directory)))
  yield* syncRepository(database, registration).pipe(Effect.provide(git))
})

/** Opens an index of repositories read-only, and makes it first if the folder does not have it. */
export const indexOf = Effect.fnUntraced(function* (folder: string, name: string, sources: ReadonlyArray<Source>) {
  const path = join(folder, `${name}.sqlite3`)
  if (!existsSync(path)) {
    const making = openDatabase({ path, format: indexFormat }).pipe(
      Effect.flatMap((database) => Effect.forEach(sources, (source) => add(database, source), { discard: true }))
    )
    yield* Effect.scoped(making)
  }
  return yield* openDatabase({ path, format: indexFormat, readOnly: true })
}) satisfies (...args: never) => Effect.Effect<Database, unknown, Scope.Scope>
