import { Effect, Option } from "effect"
import { Settings } from "../../config/Settings.ts"
import type { ObjectId } from "../../domain/ObjectId.ts"
import { Git } from "../../adapters/git/Git.ts"
import { findOverwritingRefspecs } from "./enable.ts"
import type { SyncRefs } from "../../notes/remotes/refs.ts"
import { fetchRefspecs, refsOfRemote } from "./remotes.ts"
import { askRemote } from "./sightings.ts"

/** How the local notes relate to the fetched notes of a remote. */
export interface SyncStatus {
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

/** `ultragit sync status`. Uses the network only if `ask` is set (spec writing §4). */
export const status = Effect.fn("Sync.status")(function* (input: {
  readonly remote: Option.Option<string>
  readonly ask: boolean
}) {
  const git = yield* Git
  const refs = yield* refsOfRemote(input.remote)
  const { syncRemote } = yield* (yield* Settings).values
  const refspecs = fetchRefspecs(yield* git.config, refs.remote)
  const tip = yield* git.resolveRef(refs.notes)
  const lastSeen = yield* known(refs)
  const ahead = yield* countCommits(tip, lastSeen)
  const behind = yield* countCommits(lastSeen, tip)
  const result: SyncStatus = {
    remote: refs.remote,
    ref: refs.notes,
    enabled: syncRemote.includes(refs.remote),
    fetched: refspecs.includes(refs.refspec),
    tip,
    known: lastSeen,
    ahead,
    behind,
    pull: behind === 0 ? "nothing" : ahead === 0 ? "fast-forward" : "merge",
    ...(input.ask ? { now: yield* askRemote(refs) } : {}),
    warnings: findOverwritingRefspecs(refs, refspecs)
  }
  return result
})
