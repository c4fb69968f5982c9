import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import type { Database } from "../../../src/adapters/sql/Database.ts"
import { walkAncestors } from "../../../src/commitIndex/queries/branch.ts"
import { indexWith } from "../../support/commits/smallIndex.ts"

/** Walks from a commit, which has no ancestors. Returns the commits that the walk reached. */
const walk = (database: Database, number: number, most: number) =>
  Effect.fromResult(
    database.use((connection) => {
      const tip = { repository: 1, id: String(number).padStart(40, "0") }
      const id = walkAncestors(connection, [tip], most)
      return connection.all('SELECT "commit" FROM temp.reached WHERE walk = ?', id).map((row) => row.integer("commit"))
    })
  )

const readKept = (database: Database) =>
  Effect.fromResult(
    database.use((connection) => ({
      walks: connection.integer("count", "SELECT count(*) AS count FROM temp.walks"),
      commits: connection.all('SELECT "commit" FROM temp.reached').map((row) => row.integer("commit"))
    }))
  )

describe("walks from branches", () => {
  it.effect("are kept as far as they do not have too many commits in all, the newest in any case", () =>
    Effect.gen(function* () {
      const database = yield* indexWith(Array.from({ length: 5 }, (_, at) => ({ subject: `Change ${at}` })))
      for (const number of [1, 2, 3, 4, 5]) assert.deepStrictEqual(yield* walk(database, number, 3), [number])
      assert.deepStrictEqual(yield* readKept(database), { walks: 3, commits: [3, 4, 5] })
      assert.deepStrictEqual(yield* walk(database, 4, 3), [4])
      assert.deepStrictEqual(yield* readKept(database), { walks: 3, commits: [3, 4, 5] })
      assert.deepStrictEqual(yield* walk(database, 1, 0), [1])
      assert.deepStrictEqual(yield* readKept(database), { walks: 1, commits: [1] })
    }).pipe(Effect.scoped)
  )
})
