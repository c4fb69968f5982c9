import { Effect, Option, Random } from "effect"
import type { ObjectId } from "../../domain/ObjectId.ts"
import { Git } from "../../adapters/git/Git.ts"
import { GitWrites } from "../../adapters/git/GitWrites.ts"
import {
  combineMerges,
  mergeRemoteTip,
  mergeFetched,
  type MergedFromRemote,
  recordRef
} from "../../notes/remotes/mergeFetched.ts"
import type { SyncRefs } from "../../notes/remotes/refs.ts"
import { refsOfRemote } from "./remotes.ts"
import { askRemote, forgetSighting } from "./sightings.ts"

/** What a pull did. */
export interface Pulled extends MergedFromRemote {
  readonly remote: string
  readonly ref: string
  /** The remote's notes commit; none: the remote has no notes. */
  readonly there: Option.Option<ObjectId>
}

/** A moment, so that two who met do not meet again. */
export const pause = (most: number) =>
  Effect.flatMap(Random.nextIntBetween(20, most), (milliseconds) => Effect.sleep(milliseconds))

/** Another process may be at work on the waiting ref; then git cannot lock it, and a second attempt can. */
const fetchOnceMore = Effect.fnUntraced(function* ({ incoming, notes, remote }: SyncRefs) {
  const fetch = (yield* GitWrites).fetch({ remote, from: notes, to: incoming })
  yield* Effect.catchReason(fetch, "GitError", "RemoteFailed", () => Effect.andThen(pause(200), fetch))
})

/** Brings the notes of a remote here. */
export const pullFrom = Effect.fn("Sync.pullFrom")(function* (refs: SyncRefs) {
  const git = yield* Git
  const waiting = yield* mergeFetched(refs)
  const there = yield* askRemote(refs)
  const result = (brought: MergedFromRemote): Pulled => ({ ...brought, remote: refs.remote, ref: refs.notes, there })
  if (Option.isNone(there)) {
    yield* recordRef(refs.tracking, there)
    return result(waiting)
  }
  const known = yield* git.resolveRef(refs.tracking)
  if (Option.isSome(known) && known.value === there.value) {
    // Nothing new there; but the notes here may have been set back since.
    return result(combineMerges(waiting, yield* mergeRemoteTip(refs, known.value)))
  }
  yield* fetchOnceMore(refs)
  const brought = yield* mergeFetched(refs)
  yield* forgetSighting(refs)
  return result(combineMerges(waiting, brought))
})

/**
 * `ultragit sync pull`: fetches the notes of a remote and merges them into those here. A remote without notes is a
 * success; one whose notes were rewound is merged like any other, for a merge only adds (spec writing §4).
 */
export const pull = Effect.fn("Sync.pull")(function* (input: { readonly remote: Option.Option<string> }) {
  return yield* pullFrom(yield* refsOfRemote(input.remote))
})
