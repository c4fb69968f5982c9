import { assert, describe, it } from "@effect/vitest"
import { Effect, Result } from "effect"
import { listFragmented } from "../../../src/commitIndex/store/mergeWords.ts"
import { mergeWords } from "../../../src/commitIndex/sync/mergeWords.ts"
import type { Database } from "../../../src/adapters/sql/Database.ts"
import { found, indexWith, subjects, writeEntries } from "../../support/commits/smallIndex.ts"

const split = (database: Database) => Result.getOrThrow(database.use(listFragmented))

describe("merging of full-text indexes", () => {
  it.effect("merges each fragmented index to one segment with the same results", () =>
    Effect.gen(function* () {
      const database = yield* indexWith([{ subject: "commit 0" }])
      for (let place = 1; place < 3; place += 1) {
        const changes = { [`file${place}.c`]: [`+int word${place};`] }
        const entry = { subject: `commit ${place}`, repo: `${place}`, changes }
        yield* Effect.fromResult(database.transact((connection) => writeEntries(connection, [entry])))
      }
      assert.deepStrictEqual(split(database), ["messages", "search"])
      const before = subjects(found(database, "commit"))
      yield* mergeWords(database)
      assert.deepStrictEqual(split(database), [])
      assert.deepStrictEqual(subjects(found(database, "commit")), before)
      assert.deepStrictEqual(subjects(found(database, "patch: word2")), ["commit 2"])
    })
  )

  it.effect("does nothing if nothing was written", () =>
    Effect.gen(function* () {
      const database = yield* indexWith([])
      assert.deepStrictEqual(split(database), [])
      yield* mergeWords(database)
      assert.deepStrictEqual(subjects(found(database, "commit")), [])
    })
  )
})
