import { join, resolve, sep } from "node:path"
import { Effect, FileSystem, Option } from "effect"
import { Settings } from "../../config/Settings.ts"
import { Git } from "../../adapters/git/Git.ts"
import { type Repository } from "../../adapters/git/Repository.ts"
import { type PrivateFiles, privateFiles } from "../../adapters/git/PrivateFiles.ts"
import { type HookChange, removeHooks } from "../../rewrite/hooks/installHooks.ts"
import { runWorker } from "../../capture/worker/worker.ts"
import { disable } from "../../sharing/sync/enable.ts"
import { type ConfigValue, restoreConfig } from "./config.ts"
import { removeIfEmpty } from "../../rewrite/hooks/files.ts"
import { isRecordUnreadable, readRecord } from "../../rewrite/hooks/SetupRecord.ts"
import { inaccessible } from "../../rewrite/hooks/SetupError.ts"

/** What `uninstall` removed, or would remove in a dry run. */
export interface UninstallOutcome {
  readonly ref: string
  readonly dryRun: boolean
  readonly hooks: ReadonlyArray<HookChange>
  readonly config: ReadonlyArray<ConfigValue>
  /** Remotes for which sharing was disabled. */
  readonly remotes: ReadonlyArray<string>
  /** Absolute paths of the removed private folders. */
  readonly folders: ReadonlyArray<string>
  /** Whether the repository has notes, which are kept. */
  readonly notes: boolean
  /** Whether the record of what `init` configured cannot be read, so that this stays. */
  readonly isRecordUnreadable: boolean
}

/** Whether a path exists without symbolic links in it. */
const isPlainFolder = Effect.fnUntraced(function* (path: string) {
  const files = yield* FileSystem.FileSystem
  return yield* files.realPath(path).pipe(
    Effect.map((real) => real === path),
    Effect.orElseSucceed(() => false)
  )
})

/** Lists our private folders in the git directories of all worktrees. Skips symbolic links, which may lead elsewhere. */
const listPrivateFolders = Effect.fnUntraced(function* ({ commonDirectory }: Repository) {
  const files = yield* FileSystem.FileSystem
  const trees = join(commonDirectory, "worktrees")
  const names = yield* Effect.orElseSucceed(files.readDirectory(trees), (): ReadonlyArray<string> => [])
  const linkedFolders = yield* Effect.filter(
    names.map((name) => join(trees, name)),
    isPlainFolder
  )
  return yield* Effect.filter([commonDirectory, ...linkedFolders].map(privateFiles), (own) =>
    Effect.map(own.stat(""), Option.isSome)
  )
})

/** Filters the recorded folders that are inside this repository. */
const filterOwnFolders = (repository: Repository, made: ReadonlyArray<string>) => {
  const roots = [repository.commonDirectory, ...Option.toArray(repository.workTree)]
  return Effect.filter(made, (path) =>
    roots.some((root) => resolve(path).startsWith(`${root}${sep}`)) ? isPlainFolder(path) : Effect.succeed(false)
  )
}

const removeFolders = Effect.fnUntraced(function* (
  repository: Repository,
  made: ReadonlyArray<string>,
  folders: ReadonlyArray<PrivateFiles>
) {
  yield* Effect.forEach(folders, (own) => own.remove(""), { discard: true })
  const deepestFirst = (yield* filterOwnFolders(repository, made)).toSorted((a, b) => b.length - a.length)
  yield* Effect.forEach(deepestFirst, (path) => removeIfEmpty(path), { discard: true })
})

/**
 * Reverts `init`: runs the worker once more, then removes hooks, configuration, private folders and the rest of the
 * queue. Restores hook and configuration files byte for byte. Keeps notes. Fails with `SetupError`, `GitError`,
 * `SettingsError` or `SyncError`.
 */
export const uninstall = Effect.fn("Setup.uninstall")(function* ({ dryRun }: { readonly dryRun: boolean }) {
  const git = yield* Git
  const repository = yield* git.repository
  const { noteRef, syncPulls, syncRemote } = yield* (yield* Settings).values
  const remotes = [...new Set([...syncRemote, ...syncPulls])]
  const record = yield* Effect.mapError(readRecord(repository), inaccessible)
  const isUnreadable = yield* Effect.mapError(isRecordUnreadable(repository), inaccessible)
  const { changes } = yield* removeHooks(undefined, { dryRun })
  const folders = yield* Effect.mapError(listPrivateFolders(repository), inaccessible)
  if (!dryRun) {
    yield* Effect.ignore(runWorker({ wait: true }))
    for (const remote of remotes) yield* Effect.ignore(disable({ remote: Option.some(remote) }))
    yield* restoreConfig(repository, record).pipe(
      Effect.andThen(removeFolders(repository, record.folders, folders)),
      Effect.catchTag("PlatformError", (error) => Effect.fail(inaccessible(error)))
    )
  }
  const outcome: UninstallOutcome = {
    ref: noteRef,
    dryRun,
    hooks: changes,
    config: record.values,
    remotes,
    folders: folders.map(({ root }) => root),
    notes: Option.isSome(yield* git.resolveRef(noteRef)),
    isRecordUnreadable: isUnreadable
  }
  return outcome
})
