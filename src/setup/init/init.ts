import { Effect, Option, Result } from "effect"
import { findStableProgram, Program } from "../../config/Program.ts"
import { Settings } from "../../config/Settings.ts"
import { Git } from "../../adapters/git/Git.ts"
import { basicHooks, type HookName, hookNames } from "../../rewrite/hooks/HookName.ts"
import { type HooksOutcome, installHooks } from "../../rewrite/hooks/installHooks.ts"
import { enable, withSetUpTimeout } from "../../sharing/sync/enable.ts"
import { refsOfRemote } from "../../sharing/sync/remotes.ts"
import { askRemote } from "../../sharing/sync/sightings.ts"
import {
  changeConfig,
  type ConfigChange,
  type ConfigValue,
  findMissingValues,
  planRewriteRef,
  addToRecord
} from "./config.ts"
import { isWithoutWorkTrees } from "../../rewrite/hooks/isWithoutWorkTrees.ts"
import { hasRecord, readRecord, writeRecord } from "../../rewrite/hooks/SetupRecord.ts"
import { inaccessible } from "../../rewrite/hooks/SetupError.ts"

export interface InitInput {
  readonly hooks: boolean
  readonly dryRun: boolean
  /** Globs to add to the setting `include`. */
  readonly include: ReadonlyArray<string>
  /** Globs to add to the setting `exclude`. */
  readonly exclude: ReadonlyArray<string>
}

/** The state of sharing notes after `init`. `unasked`: the remote could not be reached. */
export interface InitSync {
  readonly remote: string
  readonly kind: "enabled" | "already" | "unasked"
  /** Number of notes that were added or changed. Absent if none were pulled. */
  readonly notes?: number
  /** Why the remote could not be reached, or its notes not be pulled. */
  readonly problem?: string
}

/** What `init` did, or would do in a dry run. */
export interface InitOutcome {
  readonly ref: string
  readonly dryRun: boolean
  /** Whether it is bare and has no linked work tree. */
  readonly bare: boolean
  /** None where `bare`, or without `hooks`. */
  readonly hooks: Option.Option<HooksOutcome>
  /** Added configuration values. */
  readonly config: ReadonlyArray<ConfigValue>
  /** None if there is no remote or it has no notes. */
  readonly sync: Option.Option<InitSync>
  /** Whether hooks start this program by its path. Otherwise they start `ultragit` on the search path. */
  readonly lasting: boolean
}

/** Plans the missing configuration. */
const planChange = Effect.fnUntraced(function* (input: InitInput, ref: string) {
  const globs = [
    ...input.include.map((value) => ({ key: "ultragit.include", value })),
    ...input.exclude.map((value) => ({ key: "ultragit.exclude", value }))
  ]
  const { add, replace } = yield* planRewriteRef(ref)
  const change: ConfigChange = { add: [...add, ...(yield* findMissingValues(globs))], replace }
  return change
})

/** Changes the configuration. Writes the record first, so that `uninstall` can revert an interrupted change. */
const configure = Effect.fnUntraced(function* (change: ConfigChange) {
  const repository = yield* (yield* Git).repository
  const record = yield* readRecord(repository)
  if (change.add.length + change.replace.length === 0 && (yield* hasRecord(repository))) return
  yield* writeRecord(repository, addToRecord(record, change))
  yield* writeRecord(repository, yield* changeConfig(repository, record, change))
})

/** Asks the default remote once whether it has notes. An unreachable remote is not an error. */
const findRemoteWithNotes = Effect.gen(function* () {
  const refs = yield* Effect.option(refsOfRemote(Option.none()))
  if (Option.isNone(refs)) return Option.none<InitSync>()
  const { remote } = refs.value
  const { syncRemote } = yield* (yield* Settings).values
  if (syncRemote.includes(remote)) return Option.some<InitSync>({ remote, kind: "already" })
  const found = yield* Effect.result(withSetUpTimeout(askRemote(refs.value)))
  if (Result.isFailure(found)) {
    return Option.some<InitSync>({ remote, kind: "unasked", problem: found.failure.message })
  }
  return Option.map(found.success, (): InitSync => ({ remote, kind: "enabled" }))
})

/** Enables sharing with the remote and pulls its notes. */
const share = Effect.fnUntraced(function* (sync: InitSync) {
  const { pulled } = yield* enable({ remote: Option.some(sync.remote) })
  if (Option.isNone(pulled)) return sync
  const pulledSync: InitSync = Result.match(pulled.value, {
    onFailure: (problem) => ({ ...sync, problem }),
    onSuccess: ({ removed, written }) => ({ ...sync, notes: written.length - removed.length })
  })
  return pulledSync
})

/**
 * Sets up a repository: installs hooks, makes git copy notes when it rewrites commits, adds `include` and `exclude`
 * globs, and enables sharing if the remote already has notes (spec writing §2). Idempotent. Fails with `SetupError`,
 * `GitError`, `SettingsError` or `SyncError`.
 */
export const init = Effect.fn("Setup.init")(function* (input: InitInput) {
  const bare = yield* isWithoutWorkTrees
  const { dryRun } = input
  const { noteRef } = yield* (yield* Settings).values
  const change = yield* planChange(input, noteRef)
  const sync = yield* findRemoteWithNotes
  const isShared = Option.isSome(sync) && sync.value.kind !== "unasked"
  const names: ReadonlyArray<HookName> = isShared ? hookNames : basicHooks
  const hooks = bare || !input.hooks ? Option.none() : Option.some(yield* installHooks(names, { dryRun }))
  if (!dryRun) {
    yield* configure(change).pipe(Effect.catchTag("PlatformError", (error) => Effect.fail(inaccessible(error))))
  }
  const outcome: InitOutcome = {
    ref: noteRef,
    dryRun,
    bare,
    hooks,
    config: change.add,
    sync: isShared && !dryRun ? Option.some(yield* share(sync.value)) : sync,
    lasting: Option.isSome(findStableProgram(yield* Program))
  }
  return outcome
})
