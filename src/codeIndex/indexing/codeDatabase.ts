import { Effect } from "effect"
import { repositoryDatabasePath } from "../../store/database/repositoryDatabasePath.ts"
import { CodeError, IndexUnavailable } from "../model/CodeError.ts"
import { databaseName } from "../store/schema.ts"

/** Absolute path of the code index of the repository. Fails with `IndexUnavailable` if its folder cannot be used. */
export const codeDatabasePath = Effect.catchTag(repositoryDatabasePath(databaseName), "PlatformError", (error) =>
  Effect.fail(new CodeError({ reason: new IndexUnavailable({ detail: error.message }) }))
)
