import { Context, type Duration, Effect, Option, Result } from "effect"
import { Settings } from "../../config/Settings.ts"
import { Git } from "../../adapters/git/Git.ts"
import { GitRemoteTimeout, GitWrites } from "../../adapters/git/GitWrites.ts"
import type { HookName } from "../../rewrite/hooks/HookName.ts"
import { type HooksOutcome, installHooks, removeHooks } from "../../rewrite/hooks/installHooks.ts"
import { type Pulled, pullFrom } from "./pull.ts"
import { isSyncRefspec, overwrites, type SyncRefs } from "../../notes/remotes/refs.ts"
import { fetchRefspecs, refsOfRemote } from "./remotes.ts"

const setting = "ultragit.syncRemote"

/** `pre-push` sends notes along with commits, `post-merge` brings in what a pull fetched. */
const syncHooks: ReadonlyArray<HookName> = ["pre-push", "post-merge"]

/** What to switch. */
export interface SwitchInput {
  readonly remote: Option.Option<string>
  /** Whether the hooks that share notes are put in place, too. */
  readonly hooks?: boolean
}

/** What enabling or disabling found and changed. */
export interface Switched {
  readonly remote: string
  readonly ref: string
  /** False where it was so already. */
  readonly changed: boolean
  /** Whether an ordinary `git fetch` from the remote brings its notes. */
  readonly fetched: boolean
  /** What came of bringing the remote's notes here; none: it was not asked. */
  readonly pulled: Option.Option<Result.Result<Pulled, string>>
  readonly hooks: Option.Option<HooksOutcome>
  readonly warnings: ReadonlyArray<string>
}

/** What the repository's own configuration says: the part that is ours to change. */
const ownConfig = Effect.map(
  Effect.flatMap(Git, (git) => git.config),
  (entries) => entries.filter(({ scope }) => scope === "local")
)

const valuesOf = Effect.fnUntraced(function* (remote: string) {
  const entries = yield* ownConfig
  const key = setting.toLowerCase()
  return {
    enabled: entries.some((entry) => entry.key.toLowerCase() === key && entry.value === remote),
    refspecs: fetchRefspecs(entries, remote)
  }
})

/** One sentence for each refspec by which a fetch throws away notes of our own. */
export const overwritingRefspecs = (refs: SyncRefs, refspecs: ReadonlyArray<string>): ReadonlyArray<string> =>
  refspecs
    .filter((refspec) => overwrites(refspec, refs.notes))
    .map(
      (refspec) =>
        `remote.${refs.remote}.fetch = ${refspec} overwrites the notes here at each fetch. Take it out of git's configuration.`
    )

/** Adds and takes away refspecs until those of ours are the wanted ones; whether anything had to change. */
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

const withHooks = Effect.fnUntraced(function* (wanted: boolean) {
  const { workTree } = yield* (yield* Git).repository
  return wanted && Option.isSome(workTree) ? Option.some(yield* installHooks(syncHooks)) : Option.none<HooksOutcome>()
})

/** How long a set-up waits for a remote; a pull may take longer. Read at each call. */
export const SetUpPatience = Context.Reference<Duration.Input>("ultragit/sharing/sync/enable/SetUpPatience", {
  defaultValue: () => "30 seconds"
})

/** Within the time of a set-up. */
export const inSetUpTime = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.flatMap(SetUpPatience, (limit) => Effect.provideService(effect, GitRemoteTimeout, limit))

/** Brings the notes here; that it cannot is no reason not to enable, and said in its own words. */
const pulledFrom = (refs: SyncRefs) =>
  inSetUpTime(pullFrom(refs)).pipe(Effect.result, Effect.map(Result.mapError((error) => error.message)))

/**
 * `ultragit sync enable`: notes the remote in git's configuration, lets each ordinary `git fetch` from it bring its
 * notes to a waiting ref, and brings here what it has already. A remote that has no fetch refspec of its own gets none, for ours would then be all that is
 * fetched. Twice changes nothing (spec writing §4).
 */
export const enable = Effect.fn("Sync.enable")(function* (input: SwitchInput) {
  const refs = yield* refsOfRemote(input.remote)
  const { enabled, refspecs } = yield* valuesOf(refs.remote)
  const fetched = refspecs.some((refspec) => !isSyncRefspec(refspec))
  const changed = yield* setRefspecs(refs.remote, refspecs, fetched ? [refs.refspec] : [])
  if (!enabled) yield* (yield* GitWrites).addConfig(setting, refs.remote)
  const hooks = yield* withHooks(input.hooks === true)
  const newHooks = Option.exists(hooks, ({ changes }) => changes.some(({ kind }) => kind !== "unchanged"))
  const result: Switched = {
    remote: refs.remote,
    ref: refs.notes,
    changed: changed || !enabled || newHooks,
    fetched,
    pulled: Option.some(yield* pulledFrom(refs)),
    hooks,
    warnings: overwritingRefspecs(refs, refspecs)
  }
  return result
})

/** `ultragit sync disable`: takes exactly that away. Notes stay, and so does what is known of the remote's. */
export const disable = Effect.fn("Sync.disable")(function* (input: SwitchInput) {
  const refs = yield* refsOfRemote(input.remote)
  const { enabled, refspecs } = yield* valuesOf(refs.remote)
  const changed = yield* setRefspecs(refs.remote, refspecs, [])
  if (enabled) yield* (yield* GitWrites).removeConfig(setting, refs.remote)
  const { syncRemote } = yield* (yield* Settings).values
  const others = syncRemote.some((remote) => remote !== refs.remote)
  const hooks = others ? Option.none<HooksOutcome>() : Option.some(yield* removeHooks(syncHooks))
  const result: Switched = {
    remote: refs.remote,
    ref: refs.notes,
    changed: changed || enabled,
    fetched: false,
    pulled: Option.none(),
    hooks,
    warnings: []
  }
  return result
})
