import { Context, type Duration, Effect, Option, Result } from "effect"
import { Settings } from "../../config/Settings.ts"
import { Git } from "../../adapters/git/Git.ts"
import { GitRemoteTimeout, GitWrites } from "../../adapters/git/GitWrites.ts"
import type { HookName } from "../../rewrite/hooks/HookName.ts"
import { type HooksOutcome, installHooks, removeHooks } from "../../rewrite/hooks/installHooks.ts"
import { type PullResult, pullFromRemote } from "./pull.ts"
import { isSyncRefspec, overwrites, refsOf, type SyncRefs } from "../../notes/remotes/refs.ts"
import { pullsRef } from "../../notes/pulls/PullsNote.ts"
import { checkPullsHost } from "./checkPullsHost.ts"
import { fetchRefspecs, refsOfRemote } from "./remotes.ts"

const setting = "ultragit.syncRemote"
const pullsSetting = "ultragit.syncPulls"

/** `pre-push` pushes notes along with commits; `post-merge` merges the notes that a pull fetched. */
const syncHooks: ReadonlyArray<HookName> = ["pre-push", "post-merge"]

/** Input of `sync enable` and `sync disable`. */
export interface SwitchInput {
  readonly remote: Option.Option<string>
  /** Whether to install the hooks that share notes. */
  readonly hooks?: boolean
  /** Whether to share imported pull requests, too. */
  readonly pulls?: boolean
}

/** Result of enabling or disabling. */
interface SwitchResult {
  readonly remote: string
  readonly ref: string
  /** False if nothing had to change. */
  readonly changed: boolean
  /** Whether a plain `git fetch` from the remote fetches its notes. */
  readonly fetched: boolean
  /** Result of pulling the remote's notes, or the error message; none if there was no pull. */
  readonly pulled: Option.Option<Result.Result<PullResult, string>>
  /** The same for imported pull requests; none if they are not shared with this remote. */
  readonly pulls: Option.Option<Result.Result<PullResult, string>>
  readonly hooks: Option.Option<HooksOutcome>
  readonly warnings: ReadonlyArray<string>
}

/** Reads the repository's own configuration, the only one that we change. */
const ownConfig = Effect.map(
  Effect.flatMap(Git, (git) => git.config),
  (entries) => entries.filter(({ scope }) => scope === "local")
)

const valuesOf = Effect.fnUntraced(function* (remote: string) {
  const entries = yield* ownConfig
  const has = (name: string): boolean =>
    entries.some((entry) => entry.key.toLowerCase() === name.toLowerCase() && entry.value === remote)
  return {
    enabled: has(setting),
    pullsEnabled: has(pullsSetting),
    refspecs: fetchRefspecs(entries, remote)
  }
})

/** Returns one warning for each refspec with which a fetch discards local notes. */
export const findOverwritingRefspecs = (refs: SyncRefs, refspecs: ReadonlyArray<string>): ReadonlyArray<string> =>
  refspecs
    .filter((refspec) => overwrites(refspec, refs.notes))
    .map(
      (refspec) =>
        `remote.${refs.remote}.fetch = ${refspec} overwrites the local notes at each fetch. Remove it from git's configuration.`
    )

/** Adds and removes our refspecs until they are the wanted ones. Returns whether anything changed. */
const setRefspecs = Effect.fnUntraced(function* (
  remote: string,
  present: ReadonlyArray<string>,
  wanted: ReadonlyArray<string>
) {
  const writes = yield* GitWrites
  const key = `remote.${remote}.fetch`
  const ours = present.filter(isSyncRefspec)
  const stale = ours.filter((refspec) => !wanted.includes(refspec))
  const missing = wanted.filter((refspec) => !ours.includes(refspec))
  yield* Effect.forEach(new Set(stale), (refspec) => writes.removeConfig(key, refspec), { discard: true })
  yield* Effect.forEach(missing, (refspec) => writes.addConfig(key, refspec), { discard: true })
  return stale.length + missing.length > 0
})

const installSyncHooks = Effect.fnUntraced(function* (wanted: boolean) {
  const { workTree } = yield* (yield* Git).repository
  return wanted && Option.isSome(workTree) ? Option.some(yield* installHooks(syncHooks)) : Option.none<HooksOutcome>()
})

/** Timeout for a remote during set-up; a pull may take longer. Read at each call. */
export const SetUpTimeout = Context.Reference<Duration.Input>("ultragit/sharing/sync/enable/SetUpTimeout", {
  defaultValue: () => "30 seconds"
})

/** Applies {@link SetUpTimeout} to the calls of git that use a remote. */
export const withSetUpTimeout = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.flatMap(SetUpTimeout, (limit) => Effect.provideService(effect, GitRemoteTimeout, limit))

/** Pulls the notes. A failure does not prevent enabling; its message is part of the result. */
const tryPull = (refs: SyncRefs) =>
  withSetUpTimeout(pullFromRemote(refs)).pipe(Effect.result, Effect.map(Result.mapError((error) => error.message)))

/**
 * `ultragit sync enable`: adds the remote to git's configuration, adds a refspec so that a plain `git fetch` fetches its
 * notes to the incoming ref, and pulls its notes. A remote without any fetch refspec gets none, because git would then
 * fetch only the notes. Idempotent (spec writing §4).
 */
export const enable = Effect.fn("Sync.enable")(function* (input: SwitchInput) {
  const refs = yield* refsOfRemote(input.remote)
  const { enabled, pullsEnabled, refspecs } = yield* valuesOf(refs.remote)
  const pulls = input.pulls === true || pullsEnabled ? [refsOf(refs.remote, pullsRef)] : []
  yield* Effect.forEach(pulls, checkPullsHost, { discard: true })
  const fetched = refspecs.some((refspec) => !isSyncRefspec(refspec))
  const wanted = fetched ? [refs, ...pulls].map(({ refspec }) => refspec) : []
  const changed = yield* setRefspecs(refs.remote, refspecs, wanted)
  const writes = yield* GitWrites
  if (!enabled) yield* writes.addConfig(setting, refs.remote)
  if (!pullsEnabled && pulls.length > 0) yield* writes.addConfig(pullsSetting, refs.remote)
  const hooks = yield* installSyncHooks(input.hooks === true)
  const newHooks = Option.exists(hooks, ({ changes }) => changes.some(({ kind }) => kind !== "unchanged"))
  const result: SwitchResult = {
    remote: refs.remote,
    ref: refs.notes,
    changed: changed || !enabled || newHooks || (!pullsEnabled && pulls.length > 0),
    fetched,
    pulled: Option.some(yield* tryPull(refs)),
    pulls: Option.fromUndefinedOr((yield* Effect.forEach(pulls, tryPull))[0]),
    hooks,
    warnings: findOverwritingRefspecs(refs, refspecs)
  }
  return result
})

/** `ultragit sync disable`: reverts `sync enable`. Keeps the notes and the tracking ref. */
export const disable = Effect.fn("Sync.disable")(function* (input: SwitchInput) {
  const refs = yield* refsOfRemote(input.remote)
  const { enabled, pullsEnabled, refspecs } = yield* valuesOf(refs.remote)
  const changed = yield* setRefspecs(refs.remote, refspecs, [])
  const writes = yield* GitWrites
  if (enabled) yield* writes.removeConfig(setting, refs.remote)
  if (pullsEnabled) yield* writes.removeConfig(pullsSetting, refs.remote)
  const { syncRemote } = yield* (yield* Settings).values
  const others = syncRemote.some((remote) => remote !== refs.remote)
  const hooks = others ? Option.none<HooksOutcome>() : Option.some(yield* removeHooks(syncHooks))
  const result: SwitchResult = {
    remote: refs.remote,
    ref: refs.notes,
    changed: changed || enabled || pullsEnabled,
    fetched: false,
    pulled: Option.none(),
    pulls: Option.none(),
    hooks,
    warnings: []
  }
  return result
})
