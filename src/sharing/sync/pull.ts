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
import { carryReceivedIfPossible } from "../../rewrite/carry/carry.ts"
import type { SyncRefs } from "../../notes/remotes/refs.ts"
import { refsOfRemote, sharedPullsRefs } from "./remotes.ts"
import { askRemote, forgetSighting } from "./sightings.ts"

/** Result of a pull. */
export interface PullResult extends MergedFromRemote {
  readonly remote: string
  readonly ref: string
  /** The remote's notes commit; none if the remote has no notes. */
  readonly there: Option.Option<ObjectId>
}

/** Pauses for a random time, so that two processes that collided do not collide again. */
export const pauseRandomly = (maxMillis: number) =>
  Effect.flatMap(Random.nextIntBetween(20, maxMillis), (milliseconds) => Effect.sleep(milliseconds))

/** Fetches to the incoming ref. Retries once, because another process may hold git's lock on the ref. */
const fetchWithRetry = Effect.fnUntraced(function* ({ incoming, notes, remote }: SyncRefs) {
  const fetch = (yield* GitWrites).fetch({ remote, from: notes, to: incoming })
  yield* Effect.catchReason(fetch, "GitError", "RemoteFailed", () => Effect.andThen(pauseRandomly(200), fetch))
})

/** Fetches and merges the notes of a remote, and carries those of commits that were rewritten here. */
export const pullFromRemote = Effect.fn("Sync.pullFrom")(function* (refs: SyncRefs) {
  const git = yield* Git
  const waiting = yield* mergeFetched(refs, carryReceivedIfPossible)
  const there = yield* askRemote(refs)
  const result = (brought: MergedFromRemote): PullResult => ({
    ...brought,
    remote: refs.remote,
    ref: refs.notes,
    there
  })
  if (Option.isNone(there)) {
    yield* recordRef(refs.tracking, there)
    return result(waiting)
  }
  const known = yield* git.resolveRef(refs.tracking)
  if (Option.isSome(known) && known.value === there.value) {
    // The remote has nothing new, but the local notes may have been reset since.
    return result(combineMerges(waiting, yield* mergeRemoteTip(refs, known.value, carryReceivedIfPossible)))
  }
  yield* fetchWithRetry(refs)
  const brought = yield* mergeFetched(refs, carryReceivedIfPossible)
  yield* forgetSighting(refs)
  return result(combineMerges(waiting, brought))
})

/**
 * `ultragit sync pull`: fetches the notes of a remote, and imported pull requests if they are shared with it, and merges
 * them into the local ones. Succeeds if the remote has no
 * notes. A remote whose notes were rewound is merged like any other, because a merge only adds (spec writing §4).
 */
export const pull = Effect.fn("Sync.pull")(function* (input: { readonly remote: Option.Option<string> }) {
  const refs = yield* refsOfRemote(input.remote)
  const notes = yield* pullFromRemote(refs)
  const [pulls] = yield* Effect.forEach(yield* sharedPullsRefs(refs), pullFromRemote)
  return { ...notes, pulls: Option.fromUndefinedOr(pulls) }
})
