import { Effect, RcRef, type Scope } from "effect"
import { type Database, openDatabase } from "../../adapters/sql/Database.ts"
import type { SqlError } from "../../adapters/sql/SqlError.ts"
import type { DatabaseFile } from "./DatabaseReader.ts"

/**
 * Makes an effect that opens a database for writing, creating or migrating it if needed. Concurrent users share one
 * connection, because two on the same thread would block each other forever; it closes with the last of their scopes.
 */
export const makeSharedWriter = (
  file: DatabaseFile
): Effect.Effect<Effect.Effect<Database, SqlError, Scope.Scope>, never, Scope.Scope> =>
  Effect.map(RcRef.make({ acquire: openDatabase(file) }), RcRef.get)
