import { Effect, Option } from "effect"
import type { ObjectId } from "../../domain/ObjectId.ts"
import { Git } from "../../adapters/git/Git.ts"
import { GitWrites } from "../../adapters/git/GitWrites.ts"
import {
  combineMerges,
  deleteIncoming,
  type MergedFromRemote,
  nothingMerged,
  recordRef
} from "../../notes/remotes/mergeFetched.ts"
import { pauseRandomly, pullFromRemote } from "./pull.ts"
import type { SyncRefs } from "../../notes/remotes/refs.ts"
import { checkPullsHost } from "./checkPullsHost.ts"
import { refsOfRemote, sharedPullsRefs } from "./remotes.ts"
import { PushOutrun, SyncError } from "./SyncError.ts"

/** Result of a push and of the pull before it. */
interface PushResult {
  readonly remote: string
  readonly ref: string
  /** False if the remote was up to date. */
  readonly pushed: boolean
  /** The notes commit, now the same in both repositories; none if there are no notes. */
  readonly tip: Option.Option<ObjectId>
  readonly pulled: MergedFromRemote
}

const maxAttempts = 20
/** The maximum pause grows by this with each attempt. */
const pauseStepMillis = 100

const attempt = Effect.fnUntraced(function* (refs: SyncRefs) {
  const git = yield* Git
  const pulled = yield* pullFromRemote(refs)
  const tip = yield* git.resolveRef(refs.notes)
  const same = Option.getOrUndefined(tip) === Option.getOrUndefined(pulled.there)
  if (Option.isNone(tip) || same) return { pulled, tip, pushed: false, outrun: false }
  const sent = (yield* GitWrites).push({ remote: refs.remote, from: refs.notes, to: refs.notes }).pipe(
    Effect.as(true),
    Effect.catchReason("GitError", "PushRejected", () => Effect.succeed(false))
  )
  const pushed = yield* sent
  if (pushed) {
    yield* recordRef(refs.tracking, tip)
    // Git notes what it pushed at the incoming ref, as if it had fetched it.
    yield* deleteIncoming(refs, tip)
  }
  return { pulled, tip, pushed, outrun: !pushed }
})

/** Pulls and pushes until no other push comes in between. */
const pushToRemote = Effect.fn("Sync.pushTo")(function* (refs: SyncRefs) {
  let brought: MergedFromRemote = nothingMerged
  for (let number = 1; number <= maxAttempts; number += 1) {
    const { outrun, pulled, pushed, tip } = yield* attempt(refs)
    brought = combineMerges(brought, pulled)
    const result: PushResult = { remote: refs.remote, ref: refs.notes, pushed, tip, pulled: brought }
    if (!outrun) return result
    yield* pauseRandomly(20 + number * pauseStepMillis)
  }
  return yield* new SyncError({ reason: new PushOutrun({ remote: refs.remote, attempts: maxAttempts }) })
})

/**
 * `ultragit sync push`: merges the notes of a remote into the local notes and pushes the result, never with force. Fails
 * with `SyncError` if others keep pushing in between (spec writing §4). Then pushes imported pull requests if they are
 * shared with the remote. Fails with `SyncError` if some came from another host.
 */
export const push = Effect.fn("Sync.push")(function* (input: { readonly remote: Option.Option<string> }) {
  const refs = yield* refsOfRemote(input.remote)
  const notes = yield* pushToRemote(refs)
  const [pulls] = yield* Effect.forEach(yield* sharedPullsRefs(refs), (shared) =>
    Effect.andThen(checkPullsHost(shared), pushToRemote(shared))
  )
  return { ...notes, pulls: Option.fromUndefinedOr(pulls) }
})
