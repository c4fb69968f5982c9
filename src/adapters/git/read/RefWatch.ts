import { type FSWatcher, watch } from "node:fs"
import { readdir } from "node:fs/promises"
import { join } from "node:path"
import { Effect, Result, type Scope } from "effect"

/** Entries of the git directory whose change may mean that a ref changed. */
const refEntries = new Set(["packed-refs", "HEAD", "logs", "refs", "reftable"])
/** Maximum number of watched folders per repository. Polling finds changes in the rest. */
const maxFolders = 1_000

const foldersBelow = (folder: string): Effect.Effect<ReadonlyArray<string>> =>
  Effect.tryPromise(() => readdir(folder, { withFileTypes: true, recursive: true })).pipe(
    Effect.map((entries) => [
      folder,
      ...entries.flatMap((entry) => (entry.isDirectory() ? [join(entry.parentPath, entry.name)] : []))
    ]),
    Effect.orElseSucceed(() => [])
  )

/** Lists the folders in which ref changes appear. `logs` itself shows moves of `HEAD`. */
const foldersOf = Effect.fnUntraced(function* (directory: string) {
  const below = yield* Effect.forEach(["refs", "reftable"], (name) => foldersBelow(join(directory, name)))
  return [directory, join(directory, "logs"), ...below.flat()].slice(0, maxFolders)
})

const isRefChange = (directory: string, folder: string, name: string | null): boolean =>
  name === null || (!name.endsWith(".lock") && (folder !== directory || refEntries.has(name)))

/** A watch on the refs of one repository. */
interface RefWatch {
  /** Updates the set of watched folders. Call after each change. */
  readonly refresh: Effect.Effect<void>
}

/**
 * Calls `changed` when refs of a repository may have changed. `directory`: its common git directory. Watches each
 * folder separately, because the recursive watch of Node breaks when folders are removed. Best effort: skips folders
 * that cannot be watched, so callers must poll as well. Ends with the scope.
 */
export const watchRefs = Effect.fn("Git.watchRefs")(function* (directory: string, changed: () => void) {
  const watchers = new Map<string, FSWatcher>()
  const stop = (folder: string) => {
    watchers.get(folder)?.close()
    watchers.delete(folder)
  }
  const start = (folder: string) => {
    const watcher = Result.getOrUndefined(
      Result.try(() =>
        watch(folder, { persistent: false }, (_, name) => {
          if (isRefChange(directory, folder, name)) changed()
        })
      )
    )
    if (watcher === undefined) return
    watcher.on("error", () => stop(folder))
    watchers.set(folder, watcher)
  }
  const refresh = Effect.map(foldersOf(directory), (folders) => {
    const existing = new Set(folders)
    for (const folder of watchers.keys()) if (!existing.has(folder)) stop(folder)
    for (const folder of folders) if (!watchers.has(folder)) start(folder)
  })
  yield* Effect.addFinalizer(() => Effect.sync(() => watchers.forEach((watcher) => watcher.close())))
  yield* refresh
  const refWatch: RefWatch = { refresh }
  return refWatch
}) satisfies (directory: string, changed: () => void) => Effect.Effect<RefWatch, never, Scope.Scope>
