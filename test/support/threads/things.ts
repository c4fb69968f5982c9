import { Result, Schema } from "effect"
import type { FileFormat } from "../../../src/adapters/sql/Connection.ts"
import type { RequestType } from "../../../src/adapters/threads/requests.ts"
import { memoize } from "../../../src/store/database/memoize.ts"
import type { Handlers } from "../../../src/store/database/RequestReader.ts"

/** The smallest database that the generic reader can serve. */
export const thingsFormat: FileFormat = {
  applicationId: 0x7468_6e67,
  migrations: ["CREATE TABLE things (name TEXT NOT NULL)"]
}

export class ThingMissing extends Schema.TaggedError<ThingMissing>()("ThingMissing", { name: Schema.String }) {}

export interface ThingRequests {
  readonly names: RequestType<null, ReadonlyArray<string>>
  /** The row id of a thing. */
  readonly find: RequestType<string, number>
  /** How often this was asked while the database was the same. */
  readonly runs: RequestType<null, number>
  readonly broken: RequestType<null, number>
  /** Counts up to a number, in SQLite: nothing but the end of the thread stops it. */
  readonly count: RequestType<number, number>
}

export const makeThingHandlers = (): Handlers<ThingRequests, ThingMissing> => {
  let runs = 0
  return {
    names: (_, { connection }) =>
      Result.succeed(connection.all("SELECT name FROM things ORDER BY rowid").map((row) => row.text("name"))),
    find: (name, { connection }) => {
      const row = connection.get("SELECT rowid AS id FROM things WHERE name = ?", name)
      return row === undefined ? Result.fail(new ThingMissing({ name })) : Result.succeed(row.integer("id"))
    },
    runs: memoize(() => {
      runs += 1
      return Result.succeed(runs)
    }),
    broken: () => {
      throw new Error("a bug of the handler")
    },
    count: (to, { connection }) => {
      const numbers = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)"
      return Result.succeed(connection.integer("count", `${numbers} SELECT count(*) AS count FROM n`, to))
    }
  }
}
