import { join, resolve, sep } from "node:path"
import { Effect, FileSystem, Option } from "effect"
import { Settings } from "../../config/Settings.ts"
import { Git } from "../../adapters/git/Git.ts"
import { type Repository } from "../../adapters/git/Repository.ts"
import { type PrivateFiles, privateFiles } from "../../adapters/git/PrivateFiles.ts"
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

/** Whether a path is a folder itself, and no link to one. */
const isPlainFolder = Effect.fnUntraced(function* (path: string) {
  const files = yield* FileSystem.FileSystem
  return yield* files.realPath(path).pipe(
    Effect.map((real) => real === path),
    Effect.orElseSucceed(() => false)
  )
})

/** Our files in the git directories of all work trees; not behind links, which lead to what is not ours. */
const privateFolders = Effect.fnUntraced(function* ({ commonDirectory }: Repository) {
  const files = yield* FileSystem.FileSystem
  const trees = join(commonDirectory, "worktrees")
  const names = yield* Effect.orElseSucceed(files.readDirectory(trees), (): ReadonlyArray<string> => [])
  const linked = yield* Effect.filter(
    names.map((name) => join(trees, name)),
    isPlainFolder
  )
  return yield* Effect.filter([commonDirectory, ...linked].map(privateFiles), (own) =>
    Effect.map(own.stat(""), Option.isSome)
  )
})

/** Of the folders that a record says were made, those that are this repository's. */
const ownFolders = (repository: Repository, made: ReadonlyArray<string>) => {
  const roots = [repository.commonDirectory, ...Option.toArray(repository.workTree)]
  return Effect.filter(made, (path) =>
    roots.some((root) => resolve(path).startsWith(`${root}${sep}`)) ? isPlainFolder(path) : Effect.succeed(false)
  )
}

const removeAll = Effect.fnUntraced(function* (
  repository: Repository,
  made: ReadonlyArray<string>,
  folders: ReadonlyArray<PrivateFiles>
) {
  yield* Effect.forEach(folders, (own) => own.remove(""), { discard: true })
  const deepestFirst = (yield* ownFolders(repository, made)).toSorted((a, b) => b.length - a.length)
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
  const folders = yield* Effect.mapError(privateFolders(repository), inaccessible)
  if (!dryRun) {
    yield* Effect.ignore(runWorker({ wait: true }))
    for (const remote of syncRemote) yield* Effect.ignore(disable({ remote: Option.some(remote) }))
    yield* takeBackValues(repository, record).pipe(
      Effect.andThen(removeAll(repository, record.folders, folders)),
      Effect.catchTag("PlatformError", (error) => Effect.fail(inaccessible(error)))
    )
  }
  const outcome: UninstallOutcome = {
    ref: noteRef,
    dryRun,
    hooks: changes,
    config: record.values,
    remotes: syncRemote,
    folders: folders.map(({ root }) => root),
    notes: Option.isSome(yield* git.resolveRef(noteRef))
  }
  return outcome
})
