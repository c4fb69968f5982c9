/** Opens the file named by the argument twenty times and writes to it; says of a failure its code. */
import process from "node:process"
import { Effect } from "effect"
import { openDatabase } from "../../../src/adapters/sql/Database.ts"

const path = process.argv[2] ?? ""
const format = { applicationId: 0x7465_7374, migrations: ["CREATE TABLE things (name TEXT NOT NULL)"] }

const once = Effect.scoped(
  Effect.flatMap(openDatabase({ path, format }), (database) =>
    Effect.fromResult(
      database.transact((connection) => {
        connection.run("INSERT INTO things VALUES (?)", "x".repeat(20_000))
      })
    )
  )
)

await Effect.runPromise(
  Effect.repeat(once, { times: 19 }).pipe(
    Effect.catch((error) =>
      Effect.sync(() => {
        process.stderr.write(`${error.code}: ${error.message} ${error.hint ?? ""}\n`)
        process.exitCode = 1
      })
    )
  )
)
