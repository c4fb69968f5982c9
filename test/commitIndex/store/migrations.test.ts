import { assert, it } from "@effect/vitest"
import { Effect, Result } from "effect"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { listRegistrations } from "../../../src/commitIndex/store/registrations.ts"
import { indexFormat } from "../../../src/commitIndex/store/schema.ts"
import { openDatabase } from "../../../src/adapters/sql/Database.ts"
import { writeEntries } from "../../support/commits/smallIndex.ts"
import { makeFolder } from "../../support/TemporaryRepository.ts"

const tables = ["repositories", "refs", "people", "paths", "commits", "changes", "patches", "annotations"]

/** Everything that a file of the first version holds. */
const contentsOf = (path: string) => {
  const file = new DatabaseSync(path, { readOnly: true })
  const rows = tables.map((table) => file.prepare(`SELECT * FROM ${table}`).all())
  const found = file.prepare("SELECT rowid FROM search WHERE search MATCH 'limiter'").all()
  const version = file.prepare("PRAGMA user_version").get()?.["user_version"]
  file.close()
  return { contents: { rows, found }, version }
}

it.effect("migrates an index of version 1 without loss and without vectors", () =>
  Effect.gen(function* () {
    const path = join(yield* makeFolder, "commits.db")
    const first = { ...indexFormat, migrations: indexFormat.migrations.slice(0, 1) }
    const selection = { branches: ["main"], exclude: ["docs/"], author: "ada", forkOf: null }
    yield* Effect.scoped(
      Effect.gen(function* () {
        const database = yield* openDatabase({ path, format: first })
        const written = database.transact((connection) => {
          connection.run(
            "INSERT INTO repositories (name, directory, options) VALUES ('one', '/', ?)",
            JSON.stringify(selection)
          )
          const why = "Brokers drop us"
          writeEntries(connection, [{ subject: "Add a limiter", body: "Body", why, changes: { "src/a.ts": ["+a"] } }])
        })
        yield* Effect.fromResult(written)
      })
    )
    const before = contentsOf(path)
    assert.lengthOf(before.contents.found, 1)
    const registrations = yield* Effect.scoped(
      Effect.map(openDatabase({ path, format: indexFormat }), (database) =>
        Result.getOrThrow(database.use(listRegistrations))
      )
    )
    assert.deepStrictEqual(
      registrations.map((found) => found.selection),
      [{ ...selection, embed: false }]
    )
    const after = contentsOf(path)
    assert.deepStrictEqual([before.version, after.version], [1, 3])
    assert.deepStrictEqual(after.contents, before.contents)
  })
)
