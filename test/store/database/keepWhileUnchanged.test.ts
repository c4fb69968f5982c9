import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { openDatabase } from "../../../src/adapters/sql/Database.ts"
import { keepWhileUnchanged } from "../../../src/store/database/keepWhileUnchanged.ts"
import { makeFolder } from "../../support/TemporaryRepository.ts"

const format = {
  applicationId: 0x74657374,
  migrations: ["CREATE TABLE rows (id INTEGER PRIMARY KEY, value TEXT); INSERT INTO rows VALUES (1, 'a'), (2, 'b');"]
}

describe("what is read of a row", () => {
  it.effect("is kept until another connection changes the database", () =>
    Effect.gen(function* () {
      const path = join(yield* makeFolder, "rows.db")
      const writer = yield* openDatabase({ path, format })
      const reader = yield* openDatabase({ path, format, readOnly: true })
      const read: Array<number> = []
      const valueOf = keepWhileUnchanged((connection, row) => {
        read.push(row)
        return connection.get("SELECT value FROM rows WHERE id = ?", row)?.text("value")
      })
      const ask = (row: number) => Effect.fromResult(reader.use((connection) => valueOf(connection, row)))
      assert.deepStrictEqual([yield* ask(1), yield* ask(2), yield* ask(1)], ["a", "b", "a"])
      assert.deepStrictEqual(read, [1, 2])
      yield* Effect.fromResult(
        writer.transact((connection) => connection.run("UPDATE rows SET value = 'c' WHERE id = 1"))
      )
      assert.deepStrictEqual([yield* ask(1), yield* ask(1)], ["c", "c"])
      assert.deepStrictEqual(read, [1, 2, 1])
    })
  )
})
