import { Effect, Option } from "effect"
import { Git } from "../../adapters/git/Git.ts"
import { privateFiles } from "../../adapters/git/PrivateFiles.ts"
import { blockedError } from "../../adapters/git/RegularFile.ts"

/** Suffix of the lock that a process holds while it brings a database up to date. */
export const updateLockSuffix = "-updating"

/** The database, its locks for writers (`Database`) and for updates, and the files that SQLite keeps next to each of them. */
const suffixes = ["", "-turn", updateLockSuffix].flatMap((lock) =>
  ["", "-wal", "-shm", "-journal"].map((own) => `${lock}${own}`)
)

/**
 * Returns the absolute path of a database in the private folder of the repository, which all its worktrees share, for one that
 * only reads it. Fails with `PlatformError` if a link or special file is in place of one of its files: SQLite would follow it.
 */
export const knownDatabasePath = Effect.fnUntraced(function* (name: string) {
  const { commonDirectory } = yield* (yield* Git).repository
  const files = privateFiles(commonDirectory)
  for (const suffix of suffixes) {
    const found = Option.getOrUndefined(yield* files.stat(`${name}${suffix}`))
    if (found === undefined) continue
    const kind = found.isSymbolicLink() ? "link" : !found.isFile() ? "other" : found.nlink > 1 ? "shared" : undefined
    if (kind !== undefined) return yield* blockedError("open", files.pathOf(`${name}${suffix}`), kind)
  }
  return files.pathOf(name)
})

/** As {@link knownDatabasePath} for one that writes the database: creates its folder. */
export const repositoryDatabasePath = Effect.fnUntraced(function* (name: string) {
  const { commonDirectory } = yield* (yield* Git).repository
  yield* privateFiles(commonDirectory).makeFolder("")
  return yield* knownDatabasePath(name)
})
