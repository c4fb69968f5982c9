import { join } from "node:path"
import { Effect, FileSystem, Option } from "effect"
import { Settings } from "../../config/Settings.ts"
import { Git, type Repository } from "../../adapters/git/Git.ts"
import { type HookChange, removeHooks } from "../../rewrite/hooks/installHooks.ts"
import { runWorker } from "../../capture/worker/worker.ts"
import { disable } from "../../sharing/sync/enable.ts"
import { type ConfigValue, takeBackValues } from "./config.ts"
import { removeIfEmpty } from "../../rewrite/hooks/files.ts"
import { readRecord } from "../../rewrite/hooks/record.ts"
import { inaccessible } from "../../rewrite/hooks/SetupError.ts"

/** What `uninstall` took away, or would. */
export interface UninstallOutcome {
  readonly ref: string
  readonly dryRun: boolean
  readonly hooks: ReadonlyArray<HookChange>
  readonly config: ReadonlyArray<ConfigValue>
  /** Remotes that notes are no longer shared with. */
  readonly remotes: ReadonlyArray<string>
  /** Private folders, absolute. */
  readonly folders: ReadonlyArray<string>
  /** Whether there are notes; they stay. */
  readonly notes: boolean
}

/** Our folders in the git directories of all work trees. */
const privateFolders = Effect.fnUntraced(function* ({ commonDirectory }: Repository) {
  const files = yield* FileSystem.FileSystem
  const trees = join(commonDirectory, "worktrees")
  const names = yield* Effect.orElseSucceed(files.readDirectory(trees), (): ReadonlyArray<string> => [])
  const folders = [commonDirectory, ...names.map((name) => join(trees, name))].map((path) => join(path, "ultragit"))
  return yield* Effect.filter(folders, (path) => Effect.orElseSucceed(files.exists(path), () => false))
})

const removeAll = Effect.fnUntraced(function* (made: ReadonlyArray<string>, folders: ReadonlyArray<string>) {
  const files = yield* FileSystem.FileSystem
  yield* Effect.forEach(folders, (path) => files.remove(path, { recursive: true, force: true }), { discard: true })
  const deepestFirst = made.toSorted((a, b) => b.length - a.length)
  yield* Effect.forEach(deepestFirst, (path) => removeIfEmpty(path), { discard: true })
})

/**
 * Takes everything back that `init` did: hooks and configuration byte for byte, folders, what waits or failed in the
 * queue after a last run of the worker. Notes stay. Fails with `SetupError`, `GitError`, `SettingsError`, `SyncError`.
 */
export const uninstall = Effect.fn("Setup.uninstall")(function* ({ dryRun }: { readonly dryRun: boolean }) {
  const git = yield* Git
  const repository = yield* git.repository
  const { noteRef, syncRemote } = yield* (yield* Settings).values
  const record = yield* Effect.mapError(readRecord(repository), inaccessible)
  const { changes } = yield* removeHooks(undefined, { dryRun })
  const folders = yield* privateFolders(repository)
  if (!dryRun) {
    yield* Effect.ignore(runWorker({ wait: true }))
    for (const remote of syncRemote) yield* Effect.ignore(disable({ remote: Option.some(remote) }))
    yield* takeBackValues(repository, record).pipe(
      Effect.andThen(removeAll(record.folders, folders)),
      Effect.catchTag("PlatformError", (error) => Effect.fail(inaccessible(error)))
    )
  }
  const outcome: UninstallOutcome = {
    ref: noteRef,
    dryRun,
    hooks: changes,
    config: record.values,
    remotes: syncRemote,
    folders,
    notes: Option.isSome(yield* git.resolveRef(noteRef))
  }
  return outcome
})
