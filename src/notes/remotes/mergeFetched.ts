import { Effect, Option } from "effect"
import { Settings } from "../../config/Settings.ts"
import type { ObjectId } from "../../domain/ObjectId.ts"
import { Git } from "../../adapters/git/Git.ts"
import { GitWrites } from "../../adapters/git/GitWrites.ts"
import { changeSince, mergeTrees } from "../merge/mergeTrees.ts"
import { NotesWriter } from "../NotesWriter.ts"
import { mergePullsBytes } from "../pulls/mergePullsBytes.ts"
import { pullsRef } from "../pulls/PullsNote.ts"
import { retryContended } from "../retryContended.ts"
import { shareCorrections } from "../shareCorrections.ts"
import { refsOf, type SyncRefs } from "./refs.ts"

/** Result of merging a remote's notes into the local notes. */
export interface MergedFromRemote {
  /** `unchanged`: the remote has nothing new. `fast-forward`: the local notes have nothing of their own. */
  readonly kind: "unchanged" | "fast-forward" | "merge"
  /** Commits whose note changed. */
  readonly written: ReadonlyArray<ObjectId>
  /** Those of them that have no note now. */
  readonly removed: ReadonlyArray<ObjectId>
  /** Those of them whose note both sides had changed. */
  readonly merged: ReadonlyArray<ObjectId>
}

export const nothingMerged: MergedFromRemote = { kind: "unchanged", written: [], removed: [], merged: [] }

/** Combines the results of two successive merges. */
export const combineMerges = (first: MergedFromRemote, second: MergedFromRemote): MergedFromRemote => ({
  kind: second.kind === "unchanged" ? first.kind : second.kind,
  written: [...new Set([...first.written, ...second.written])],
  removed: [...first.removed.filter((commit) => !second.written.includes(commit)), ...second.removed],
  merged: [...new Set([...first.merged, ...second.merged])]
})

const ignored = Effect.void

/** Updates a ref that only records a position. If another process has moved it, that process has newer information. */
export const recordRef = Effect.fnUntraced(function* (ref: string, to: Option.Option<ObjectId>) {
  const writes = yield* GitWrites
  const expected = yield* (yield* Git).resolveRef(ref)
  if (Option.getOrUndefined(expected) === Option.getOrUndefined(to)) return
  yield* Effect.catchReason(writes.updateRef({ ref, to, expected }), "GitError", "RefMoved", () => ignored)
})

/** Deletes the incoming ref if it is at a commit that is merged here. */
export const deleteIncoming = Effect.fnUntraced(function* (refs: SyncRefs, merged: Option.Option<ObjectId>) {
  const remove = (yield* GitWrites).updateRef({ ref: refs.incoming, to: Option.none(), expected: merged })
  yield* Effect.catchReason(remove, "GitError", "RefMoved", () => ignored)
})

/** Merges a commit of notes with imported pull requests. */
const mergePullsTip = Effect.fnUntraced(function* (from: ObjectId, message: string) {
  const tip = yield* (yield* Git).resolveRef(pullsRef)
  return yield* mergeTrees({ ref: pullsRef, tip, from, message, mergeBytes: mergePullsBytes })
})

/** What is to be done once the notes of these commits have changed. */
type Follow<R> = (changed: ReadonlyArray<ObjectId>) => Effect.Effect<unknown, never, R>

/** Finds the commits whose notes a remote changed since the last merge that was finished; a later one may have been stopped. */
const listChangedThere = Effect.fnUntraced(function* (refs: SyncRefs, tip: ObjectId) {
  const finished = yield* (yield* Git).resolveRef(refs.tracking)
  const { upserted } = yield* changeSince(finished, tip)
  return upserted.map(({ commit }) => commit)
})

/**
 * Merges a notes commit of a remote into the local notes, or imported pull requests into theirs. `follow` is called with
 * all that this merge and those stopped before it may have changed.
 */
export const mergeRemoteTip = Effect.fnUntraced(function* <R>(refs: SyncRefs, tip: ObjectId, follow: Follow<R>) {
  const message = `Merge notes of ${refs.remote}`
  const isPulls = refs.notes === pullsRef
  const merge = isPulls ? retryContended(mergePullsTip(tip, message)) : (yield* NotesWriter).merge(tip, message)
  const { kind, merged, removed, written } = yield* merge
  if (!isPulls) {
    const changed = [...new Set([...written, ...(yield* listChangedThere(refs, tip))])]
    yield* shareCorrections(changed)
    yield* follow(changed)
  }
  const outcome: MergedFromRemote = { kind, merged, removed, written }
  return outcome
})

/** In a partial clone, fetches the objects that `git fetch` left out. */
const fetchMissing = Effect.fnUntraced(function* ({ remote }: SyncRefs, commit: ObjectId) {
  const config = yield* (yield* Git).config
  const promisor = config.findLast(({ key }) => key === `remote.${remote}.promisor`)
  if (promisor === undefined || promisor.value === "false") return
  yield* (yield* GitWrites).fetchMissing({ remote, commit })
})

/**
 * Merges the fetched notes of a remote into the local notes. Uses the network only in a partial clone. Deletes the
 * incoming ref at the end, unless another fetch has moved it: until then a merge that is stopped is done again.
 */
export const mergeFetched = Effect.fn("Sync.mergeFetched")(function* <R>(refs: SyncRefs, follow: Follow<R>) {
  const git = yield* Git
  const incoming = yield* git.resolveRef(refs.incoming)
  if (Option.isNone(incoming)) return nothingMerged
  yield* fetchMissing(refs, incoming.value)
  const outcome = yield* mergeRemoteTip(refs, incoming.value, follow)
  yield* recordRef(refs.tracking, incoming)
  yield* deleteIncoming(refs, incoming)
  return outcome
})

/** Merges the fetched notes of all sync remotes. The hooks run it after a merge or a commit. */
export const mergeAllFetched = Effect.fn("Sync.mergeAllFetched")(function* <R>(follow: Follow<R>) {
  const { noteRef, syncPulls, syncRemote } = yield* (yield* Settings).values
  const shared = [
    ...syncRemote.map((remote) => refsOf(remote, noteRef)),
    ...syncPulls.map((remote) => refsOf(remote, pullsRef))
  ]
  yield* Effect.forEach(
    shared,
    (refs) =>
      mergeFetched(refs, follow).pipe(
        // A partial clone whose remote cannot be reached retries on the next run.
        Effect.catchReasons("GitError", {
          RemoteFailed: ({ detail }) => Effect.logWarning(`Not merged yet: ${detail}`),
          GitTimedOut: () => Effect.void
        })
      ),
    { discard: true }
  )
})
