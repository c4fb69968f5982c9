import { Effect, type PlatformError } from "effect"
import { Git } from "../../adapters/git/Git.ts"
import { knownDatabasePath, repositoryDatabasePath } from "../../store/database/repositoryDatabasePath.ts"
import { CodeError, IndexUnavailable } from "../model/CodeError.ts"
import { databaseName } from "../store/schema.ts"

const failUnusable = ({ message }: PlatformError.PlatformError) =>
  Effect.fail(new CodeError({ reason: new IndexUnavailable({ detail: message }) }))

/** Absolute path of the code index of the repository, to read it. Fails with `IndexUnavailable` if it cannot be used. */
export const codeDatabasePath = Effect.catchTag(knownDatabasePath(databaseName), "PlatformError", failUnusable)

/** As {@link codeDatabasePath} to write it, which needs its folder. */
export const writtenDatabasePath = Effect.catchTag(repositoryDatabasePath(databaseName), "PlatformError", failUnusable)

/** Makes a check that fails where no index can be made, as {@link writtenDatabasePath} does, which is looked at until one can. */
export const makeWritableCheck = Effect.map(Git, (git) => {
  let isWritable = false
  const look = Effect.map(Effect.provideService(writtenDatabasePath, Git, git), () => void (isWritable = true))
  return Effect.suspend(() => (isWritable ? Effect.void : look))
})
