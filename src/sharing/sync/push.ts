import { Effect, Option } from "effect"
import type { ObjectId } from "../../domain/ObjectId.ts"
import { Git } from "../../adapters/git/Git.ts"
import { GitWrites } from "../../adapters/git/GitWrites.ts"
import { combineMerges, type MergedFromRemote, nothingMerged, recordRef } from "../../notes/remotes/mergeFetched.ts"
import { pause, pullFrom } from "./pull.ts"
import type { SyncRefs } from "../../notes/remotes/refs.ts"
import { refsOfRemote } from "./remotes.ts"
import { PushOutrun, SyncError } from "./SyncError.ts"

/** What a push did, and the pull before it. */
export interface Pushed {
  readonly remote: string
  readonly ref: string
  /** False where the remote had everything already. */
  readonly pushed: boolean
  /** The notes commit here and there; none when there is no note at all. */
  readonly tip: Option.Option<ObjectId>
  readonly pulled: MergedFromRemote
}

const maxAttempts = 20
/** Milliseconds by which the longest wait grows with each attempt. */
const step = 100

const attempt = Effect.fnUntraced(function* (refs: SyncRefs) {
  const git = yield* Git
  const pulled = yield* pullFrom(refs)
  const tip = yield* git.resolveRef(refs.notes)
  const same = Option.getOrUndefined(tip) === Option.getOrUndefined(pulled.there)
  if (Option.isNone(tip) || same) return { pulled, tip, pushed: false, outrun: false }
  const sent = (yield* GitWrites).push({ remote: refs.remote, from: refs.notes, to: refs.notes }).pipe(
    Effect.as(true),
    Effect.catchReason("GitError", "PushRejected", () => Effect.succeed(false))
  )
  const pushed = yield* sent
  if (pushed) yield* recordRef(refs.tracking, tip)
  return { pulled, tip, pushed, outrun: !pushed }
})

/** Pulls and pushes until nobody else comes between. */
const pushTo = Effect.fn("Sync.pushTo")(function* (refs: SyncRefs) {
  let brought: MergedFromRemote = nothingMerged
  for (let number = 1; number <= maxAttempts; number += 1) {
    const { outrun, pulled, pushed, tip } = yield* attempt(refs)
    brought = combineMerges(brought, pulled)
    const result: Pushed = { remote: refs.remote, ref: refs.notes, pushed, tip, pulled: brought }
    if (!outrun) return result
    yield* pause(20 + number * step)
  }
  return yield* new SyncError({ reason: new PushOutrun({ remote: refs.remote, attempts: maxAttempts }) })
})

/**
 * `ultragit sync push`: merges the notes of a remote into those here and pushes the outcome, never by force. Fails with
 * `SyncError` when others keep pushing in between (spec writing §4).
 */
export const push = Effect.fn("Sync.push")(function* (input: { readonly remote: Option.Option<string> }) {
  return yield* pushTo(yield* refsOfRemote(input.remote))
})
