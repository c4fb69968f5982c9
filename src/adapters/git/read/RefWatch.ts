import { type FSWatcher, watch } from "node:fs"
import { readdir } from "node:fs/promises"
import { join } from "node:path"
import { Effect, Result, type Scope } from "effect"

/** Files right in the git directory whose change may mean that a ref changed. */
const telling = new Set(["packed-refs", "HEAD", "logs", "refs", "reftable"])
/** Folders watched in one repository; where it has more, a look now and then finds the rest. */
const mostFolders = 1_000

const foldersBelow = (folder: string): Effect.Effect<ReadonlyArray<string>> =>
  Effect.tryPromise(() => readdir(folder, { withFileTypes: true, recursive: true })).pipe(
    Effect.map((entries) => [
      folder,
      ...entries.flatMap((entry) => (entry.isDirectory() ? [join(entry.parentPath, entry.name)] : []))
    ]),
    Effect.orElseSucceed(() => [])
  )

/** The folders in which a change of refs shows. `logs` alone tells of `HEAD`'s own moves. */
const foldersOf = Effect.fnUntraced(function* (directory: string) {
  const below = yield* Effect.forEach(["refs", "reftable"], (name) => foldersBelow(join(directory, name)))
  return [directory, join(directory, "logs"), ...below.flat()].slice(0, mostFolders)
})

const isTelling = (directory: string, folder: string, name: string | null): boolean =>
  name === null || (!name.endsWith(".lock") && (folder !== directory || telling.has(name)))

/** Who watches the refs of one repository. */
interface RefWatch {
  /** Looks for folders that came or went since; to be called after each change. */
  readonly refresh: Effect.Effect<void>
}

/**
 * Tells when refs of a repository may have changed, by its common git directory. Each folder is watched by itself: what
 * Node watches as a whole tree breaks when folders go. What cannot be watched is passed over; nothing is promised, so
 * look now and then as well. Ends with the scope.
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
          if (isTelling(directory, folder, name)) changed()
        })
      )
    )
    if (watcher === undefined) return
    watcher.on("error", () => stop(folder))
    watchers.set(folder, watcher)
  }
  const refresh = Effect.map(foldersOf(directory), (folders) => {
    const there = new Set(folders)
    for (const folder of watchers.keys()) if (!there.has(folder)) stop(folder)
    for (const folder of folders) if (!watchers.has(folder)) start(folder)
  })
  yield* Effect.addFinalizer(() => Effect.sync(() => watchers.forEach((watcher) => watcher.close())))
  yield* refresh
  const watching: RefWatch = { refresh }
  return watching
}) satisfies (directory: string, changed: () => void) => Effect.Effect<RefWatch, never, Scope.Scope>
