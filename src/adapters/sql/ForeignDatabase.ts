import { Effect } from "effect"
import { Connection } from "./Connection.ts"
import { catchSqlError } from "./failures.ts"
import { openFile } from "./openFile.ts"
import type { SqlError } from "./SqlError.ts"

/** How long a read waits for the program that writes the file. */
const timeoutMillis = 1_000

/** Reads a database of another program on one snapshot. Nothing in it is written. */
export const readForeignDatabase = <A>(path: string, work: (connection: Connection) => A): Effect.Effect<A, SqlError> =>
  Effect.acquireUseRelease(
    Effect.suspend(() => Effect.fromResult(openFile(path, true, timeoutMillis))),
    (file) =>
      Effect.suspend(() => {
        const read = catchSqlError(path, () => {
          file.exec("BEGIN")
          return work(new Connection(file))
        })
        return Effect.fromResult(read)
      }),
    (file) => Effect.sync(() => file.close())
  )
