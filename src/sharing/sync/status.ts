import { Effect, Option } from "effect"
import { Settings } from "../../config/Settings.ts"
import type { ObjectId } from "../../domain/ObjectId.ts"
import { Git } from "../../adapters/git/Git.ts"
import { overwritingRefspecs } from "./enable.ts"
import type { SyncRefs } from "../../notes/remotes/refs.ts"
import { fetchRefspecs, refsOfRemote } from "./remotes.ts"
import { askRemote } from "./sightings.ts"

/** How the notes here and those of a remote stand to each other, as far as they were fetched. */
export interface SyncStatus {
  readonly remote: string
  readonly ref: string
  readonly enabled: boolean
  /** Whether an ordinary `git fetch` brings the remote's notes. */
  readonly fetched: boolean
  /** The notes commit here. */
  readonly tip: Option.Option<ObjectId>
  /** The remote's notes commit when it was last seen. */
  readonly known: Option.Option<ObjectId>
  /** Notes commits that only are here. */
  readonly ahead: number
  /** Notes commits that only are there. */
  readonly behind: number
  /** What bringing in the remote's notes would do. */
  readonly pull: "nothing" | "fast-forward" | "merge"
  /** The remote's notes commit now; absent unless asked for. */
  readonly now?: Option.Option<ObjectId>
  readonly warnings: ReadonlyArray<string>
}

const counted = Effect.fnUntraced(function* (from: Option.Option<ObjectId>, without: Option.Option<ObjectId>) {
  if (Option.isNone(from)) return 0
  const walk = (yield* Git).walk({ from: [from.value], exclude: Option.toArray(without) })
  return (yield* walk).length
})

const known = Effect.fnUntraced(function* (refs: SyncRefs) {
  const git = yield* Git
  const waiting = yield* git.resolveRef(refs.incoming)
  return Option.isSome(waiting) ? waiting : yield* git.resolveRef(refs.tracking)
})

/** `ultragit sync status`. Touches the network only when it is to ask the remote (spec writing §4). */
export const status = Effect.fn("Sync.status")(function* (input: {
  readonly remote: Option.Option<string>
  readonly ask: boolean
}) {
  const git = yield* Git
  const refs = yield* refsOfRemote(input.remote)
  const { syncRemote } = yield* (yield* Settings).values
  const refspecs = fetchRefspecs(yield* git.config, refs.remote)
  const tip = yield* git.resolveRef(refs.notes)
  const seen = yield* known(refs)
  const ahead = yield* counted(tip, seen)
  const behind = yield* counted(seen, tip)
  const result: SyncStatus = {
    remote: refs.remote,
    ref: refs.notes,
    enabled: syncRemote.includes(refs.remote),
    fetched: refspecs.includes(refs.refspec),
    tip,
    known: seen,
    ahead,
    behind,
    pull: behind === 0 ? "nothing" : ahead === 0 ? "fast-forward" : "merge",
    ...(input.ask ? { now: yield* askRemote(refs) } : {}),
    warnings: overwritingRefspecs(refs, refspecs)
  }
  return result
})
