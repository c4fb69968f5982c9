import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { CodeIndex } from "../../../src/codeIndex/service/CodeIndex.ts"
import { inRepository } from "../../support/code/codeIndex.ts"
import { makeRepository } from "../../support/TemporaryRepository.ts"

const selectStored = "SELECT links, target_path FROM file_edges ORDER BY 1, 2"
const selectDerived = "SELECT DISTINCT links, target_path FROM edges ORDER BY 1, 2"

const toVersion4 =
  "DROP TABLE file_edges; DROP TABLE contents; ALTER TABLE views DROP COLUMN has_contents; ALTER TABLE views DROP COLUMN is_sparse; PRAGMA user_version = 4"

const use = <A>(directory: string, work: (database: DatabaseSync) => A) =>
  Effect.acquireUseRelease(
    Effect.sync(() => new DatabaseSync(join(directory, ".git", "ultragit", "code.db"))),
    (database) => Effect.sync(() => work(database)),
    (database) => Effect.sync(() => database.close())
  )

const checkStored = (database: DatabaseSync): void => {
  const stored = database.prepare(selectStored).all()
  assert.isAbove(stored.length, 1)
  assert.deepStrictEqual(stored, database.prepare(selectDerived).all())
}

describe("the files that a file has edges to", () => {
  it.live("are those of its edges, after an edit and in an index of the former format", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      yield* repository.write("pool.ts", "export const take = () => 1\nexport const give = () => take()\n")
      yield* repository.write("a.ts", 'import { give, take } from "./pool"\nexport const run = () => give() + take()\n')
      const index = Effect.flatMap(CodeIndex, (code) => code.index({ background: false })).pipe(
        inRepository(repository.directory)
      )
      yield* index
      yield* use(repository.directory, checkStored)
      yield* use(repository.directory, (database) => database.exec(toVersion4))
      yield* repository.write("b.ts", 'import { run } from "./a"\nrun()\n')
      yield* index
      yield* use(repository.directory, checkStored)
    }).pipe(Effect.scoped)
  )
})
