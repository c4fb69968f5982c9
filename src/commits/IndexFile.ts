import { statSync } from "node:fs"
import { Context, Effect, Exit, Layer, Scope } from "effect"
import { type Connection, type Database, openDatabase } from "../sql/Database.ts"
import type { SqlError } from "../sql/SqlError.ts"
import { CommitsError, IndexMissing } from "./CommitsError.ts"
import { indexFormat } from "./store/schema.ts"

/** Absolute path of the index. Read when the layer is built. */
export const IndexPath = Context.Reference<string>("ultragit/commits/IndexPath", { defaultValue: () => "" })

/** Which file this is, also where another took its name. */
const identityOf = (path: string): string | undefined => {
  const found = statSync(path, { throwIfNoEntry: false, bigint: true })
  return found === undefined ? undefined : `${found.dev} ${found.ino}`
}

interface Opened {
  readonly database: Database
  readonly identity: string
  readonly scope: Scope.Closeable
}

/** The index as those see it who only read it: opened at first need, and again where another file took its place. */
export class IndexFile extends Context.Service<
  IndexFile,
  {
    /** Runs work that reads. Fails with `IndexMissing` as long as there is no file. */
    read<A>(work: (connection: Connection) => A): Effect.Effect<A, CommitsError | SqlError>
  }
>()("ultragit/commits/IndexFile") {
  static readonly layer = Layer.effect(
    IndexFile,
    Effect.gen(function* () {
      const path = yield* IndexPath
      const own = yield* Effect.scope
      let opened: Opened | undefined

      const close = Effect.suspend(() => {
        const last = opened
        opened = undefined
        return last === undefined ? Effect.void : Scope.close(last.scope, Exit.void)
      })
      const open = Effect.fnUntraced(function* (identity: string) {
        yield* close
        const scope = yield* Scope.fork(own)
        const opening = Scope.provide(openDatabase({ path, format: indexFormat, readOnly: true }), scope)
        const database = yield* Effect.onError(opening, () => Scope.close(scope, Exit.void))
        opened = { database, identity, scope }
        return database
      })
      const current = Effect.suspend((): Effect.Effect<Database, CommitsError | SqlError> => {
        const identity = identityOf(path)
        if (identity === undefined) {
          return Effect.andThen(close, Effect.fail(new CommitsError({ reason: new IndexMissing({ path }) })))
        }
        return opened?.identity === identity ? Effect.succeed(opened.database) : open(identity)
      })
      const read = <A>(work: (connection: Connection) => A) =>
        Effect.flatMap(current, (database) => Effect.fromResult(database.use(work)))
      return IndexFile.of({ read })
    })
  )
}
