import { Effect, Option } from "effect"
import { Settings } from "../../config/Settings.ts"
import type { ObjectId } from "../../domain/ObjectId.ts"
import { Git } from "../../adapters/git/Git.ts"
import { findOverwritingRefspecs } from "./enable.ts"
import { pullsRef } from "../../notes/pulls/PullsNote.ts"
import { refsOf, type SyncRefs } from "../../notes/remotes/refs.ts"
import { fetchRefspecs, refsOfRemote } from "./remotes.ts"
import { askRemote } from "./sightings.ts"

/** How the notes of a local ref relate to those fetched from a remote. */
export interface SharingStatus {
  readonly remote: string
  readonly ref: string
  readonly enabled: boolean
  /** Whether a plain `git fetch` fetches the remote's notes. */
  readonly fetched: boolean
  /** The local notes commit. */
  readonly tip: Option.Option<ObjectId>
  /** The remote's notes commit when it was last fetched. */
  readonly known: Option.Option<ObjectId>
  /** Notes commits that only this repository has. */
  readonly ahead: number
  /** Notes commits that only the remote has. */
  readonly behind: number
  /** What a pull would do. */
  readonly pull: "nothing" | "fast-forward" | "merge"
  /** The remote's current notes commit; absent unless the remote was asked. */
  readonly now?: Option.Option<ObjectId>
}

/** How the local notes relate to the fetched notes of a remote. */
export interface SyncStatus extends SharingStatus {
  /** The same for imported pull requests; none if there are none and they are not shared. */
  readonly pulls: Option.Option<SharingStatus>
  readonly warnings: ReadonlyArray<string>
}

const countCommits = Effect.fnUntraced(function* (from: Option.Option<ObjectId>, without: Option.Option<ObjectId>) {
  if (Option.isNone(from)) return 0
  const walk = (yield* Git).walk({ from: [from.value], exclude: Option.toArray(without) })
  return (yield* walk).length
})

const known = Effect.fnUntraced(function* (refs: SyncRefs) {
  const git = yield* Git
  const waiting = yield* git.resolveRef(refs.incoming)
  return Option.isSome(waiting) ? waiting : yield* git.resolveRef(refs.tracking)
})

/** What to compare. */
interface Comparison {
  readonly enabled: boolean
  /** Refspecs with which the remote is fetched. */
  readonly refspecs: ReadonlyArray<string>
  /** Whether to ask the remote, which uses the network. */
  readonly ask: boolean
}

const compare = Effect.fnUntraced(function* (refs: SyncRefs, { ask, enabled, refspecs }: Comparison) {
  const tip = yield* (yield* Git).resolveRef(refs.notes)
  const lastSeen = yield* known(refs)
  const ahead = yield* countCommits(tip, lastSeen)
  const behind = yield* countCommits(lastSeen, tip)
  return {
    remote: refs.remote,
    ref: refs.notes,
    enabled,
    fetched: refspecs.includes(refs.refspec),
    tip,
    known: lastSeen,
    ahead,
    behind,
    pull: behind === 0 ? "nothing" : ahead === 0 ? "fast-forward" : "merge",
    ...(ask ? { now: yield* askRemote(refs) } : {})
  } satisfies SharingStatus
})

/** `ultragit sync status`. Uses the network only if `ask` is set (spec writing §4). */
export const status = Effect.fn("Sync.status")(function* (input: {
  readonly remote: Option.Option<string>
  readonly ask: boolean
}) {
  const refs = yield* refsOfRemote(input.remote)
  const { syncPulls, syncRemote } = yield* (yield* Settings).values
  const refspecs = fetchRefspecs(yield* (yield* Git).config, refs.remote)
  const { ask } = input
  const notes = yield* compare(refs, { ask, refspecs, enabled: syncRemote.includes(refs.remote) })
  const sharesPulls = syncPulls.includes(refs.remote)
  const pulls = yield* compare(refsOf(refs.remote, pullsRef), {
    ask: ask && sharesPulls,
    refspecs,
    enabled: sharesPulls
  })
  const result: SyncStatus = {
    ...notes,
    pulls: sharesPulls || Option.isSome(pulls.tip) ? Option.some(pulls) : Option.none(),
    warnings: findOverwritingRefspecs(refs, refspecs)
  }
  return result
})
