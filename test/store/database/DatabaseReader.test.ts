import { truncateSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { openDatabase } from "../../../src/adapters/sql/Database.ts"
import { makeDatabaseReader } from "../../../src/store/database/DatabaseReader.ts"
import { makeFolder } from "../../support/TemporaryRepository.ts"

const format = { applicationId: 0x74657374, migrations: ["CREATE TABLE rows (id INTEGER PRIMARY KEY);"] }

describe("a reader of a database", () => {
  it.effect("finds none in a file that something emptied while it was open", () =>
    Effect.gen(function* () {
      const path = join(yield* makeFolder, "rows.db")
      yield* Effect.scoped(openDatabase({ path, format }))
      const { read } = yield* makeDatabaseReader({ path, format })
      const count = read(({ connection }) => connection.integer("count", "SELECT count(*) AS count FROM rows"))
      assert.strictEqual(yield* count, 0)
      truncateSync(path)
      assert.strictEqual((yield* Effect.flip(count)).reason._tag, "DatabaseMissing")
    })
  )
})
