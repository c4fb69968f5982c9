import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { type Database, openDatabase } from "../../../src/adapters/sql/Database.ts"
import { removeUnused } from "../../../src/repositoryHost/fileIndex/removeUnused.ts"
import { blobStates, fileIndexFormat, toIdBytes } from "../../../src/repositoryHost/fileIndex/schema.ts"
import { makeBlobWriter } from "../../../src/repositoryHost/fileIndex/writeBlobs.ts"
import { makeTemporaryFolder } from "../../support/gitblitFolder.ts"

const commit = "c".repeat(40)
const used = "a".repeat(40)
const unused = "b".repeat(40)

const addBlob = Effect.fnUntraced(function* (database: Database, id: string, word: string) {
  const writer = makeBlobWriter(database)
  yield* writer.start
  writer.add(id, blobStates.text, new Map([[word, 1]]))
  yield* writer.flush
})

/** The contents that are known, which are not read again. */
const listKnown = (database: Database) =>
  Effect.fromResult(
    database.use((connection) =>
      [used, unused].filter(
        (id) => connection.get("SELECT 1 AS found FROM blobs WHERE oid = ?", toIdBytes(id)) !== undefined
      )
    )
  )

const countAll = (database: Database) =>
  Effect.fromResult(database.use((connection) => connection.integer("count", "SELECT count(*) AS count FROM blobs")))

describe("removing contents that no commit has from the index of files", () => {
  it.effect("leaves none known without its words where it is interrupted", () =>
    Effect.gen(function* () {
      const path = join(yield* makeTemporaryFolder, "files.db")
      const database = yield* openDatabase({ path, format: fileIndexFormat })
      yield* addBlob(database, used, "alpha")
      yield* addBlob(database, unused, "beta")
      yield* Effect.fromResult(
        database.transact((connection) =>
          connection.run(
            "INSERT INTO commits (id, files) VALUES (?, ?)",
            toIdBytes(commit),
            JSON.stringify({ paths: ["a.txt"], blobs: [1] })
          )
        )
      )
      const removing = yield* Effect.forkChild(removeUnused(database, new Set([commit])), { startImmediately: true })
      yield* Fiber.interrupt(removing)
      assert.strictEqual(yield* countAll(database), 2)
      assert.deepStrictEqual(yield* listKnown(database), [used])
      yield* removeUnused(database, new Set([commit]))
      assert.strictEqual(yield* countAll(database), 1)
    }).pipe(Effect.scoped)
  )
})
