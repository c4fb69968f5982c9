import { Effect, Option } from "effect"
import { Settings } from "../../config/Settings.ts"
import type { ObjectId } from "../../domain/ObjectId.ts"
import { Git } from "../../adapters/git/Git.ts"
import { GitWrites } from "../../adapters/git/GitWrites.ts"
import { NotesWriter } from "../NotesWriter.ts"
import { refsOf, type SyncRefs } from "./refs.ts"

/** What bringing in a remote's notes did to the notes here. */
export interface Brought {
  /** `unchanged`: nothing new there. `fast-forward`: nothing of our own. */
  readonly kind: "unchanged" | "fast-forward" | "merge"
  /** Commits whose note is another than before. */
  readonly written: ReadonlyArray<ObjectId>
  /** Of these, notes that both sides had changed. */
  readonly merged: ReadonlyArray<ObjectId>
}

export const nothingBrought: Brought = { kind: "unchanged", written: [], merged: [] }

/** Both, one after the other. */
export const andThen = (first: Brought, second: Brought): Brought => ({
  kind: second.kind === "unchanged" ? first.kind : second.kind,
  written: [...new Set([...first.written, ...second.written])],
  merged: [...new Set([...first.merged, ...second.merged])]
})

const nobody = Effect.void

/** Moves a ref that only tells where something was; where another process has moved it, that one knows better. */
export const remember = Effect.fnUntraced(function* (ref: string, to: Option.Option<ObjectId>) {
  const writes = yield* GitWrites
  const expected = yield* (yield* Git).resolveRef(ref)
  if (Option.getOrUndefined(expected) === Option.getOrUndefined(to)) return
  yield* Effect.catchReason(writes.updateRef({ ref, to, expected }), "GitError", "RefMoved", () => nobody)
})

/** Merges a commit of a remote's notes into the notes here. */
export const bringIn = Effect.fnUntraced(function* (refs: SyncRefs, tip: ObjectId) {
  const { kind, merged, written } = yield* (yield* NotesWriter).merge(tip, `Merge notes of ${refs.remote}`)
  const brought: Brought = { kind, merged, written }
  return brought
})

/** Brings what git left out of fetched notes, as it does in a partial clone; in any other all is here. */
const complete = Effect.fnUntraced(function* ({ remote }: SyncRefs, commit: ObjectId) {
  const config = yield* (yield* Git).config
  const promisor = config.findLast(({ key }) => key === `remote.${remote}.promisor`)
  if (promisor === undefined || promisor.value === "false") return
  yield* (yield* GitWrites).fetchMissing({ remote, commit })
})

/**
 * Merges what was fetched from a remote and not brought in yet. Touches no network but in a partial clone, for what git
 * did not fetch with it. The waiting ref goes only after the notes are here, and only if it has not moved meanwhile.
 */
export const bringInFetched = Effect.fn("Sync.bringInFetched")(function* (refs: SyncRefs) {
  const git = yield* Git
  const writes = yield* GitWrites
  const incoming = yield* git.resolveRef(refs.incoming)
  if (Option.isNone(incoming)) return nothingBrought
  yield* complete(refs, incoming.value)
  const brought = yield* bringIn(refs, incoming.value)
  yield* remember(refs.tracking, incoming)
  const taken = writes.updateRef({ ref: refs.incoming, to: Option.none(), expected: incoming })
  yield* Effect.catchReason(taken, "GitError", "RefMoved", () => nobody)
  return brought
})

/** The same for every remote that notes are shared with: what the hooks do after a merge or a commit. */
export const bringInAllFetched = Effect.fn("Sync.bringInAllFetched")(function* () {
  const { noteRef, syncRemote } = yield* (yield* Settings).values
  const all = yield* Effect.forEach(syncRemote, (remote) =>
    bringInFetched(refsOf(remote, noteRef)).pipe(
      // Without its remote a partial clone waits for the next time.
      Effect.catchReasons("GitError", {
        RemoteFailed: ({ detail }) => Effect.as(Effect.logWarning(`Not merged yet: ${detail}`), nothingBrought),
        GitTimedOut: () => Effect.succeed(nothingBrought)
      })
    )
  )
  return all.reduce(andThen, nothingBrought)
})
