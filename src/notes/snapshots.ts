import { Effect, Option } from "effect"
import type { Settings } from "../config/Settings.ts"
import type { ObjectId } from "../domain/ObjectId.ts"
import { Git } from "../adapters/git/Git.ts"
import type { makeIndexing } from "./lookup/indexing.ts"
import { LayeredNotes } from "./lookup/LayeredNotes.ts"
import type { NotesSnapshot } from "./NotesSnapshot.ts"
import type { NotesIndex } from "./lookup/NotesIndex.ts"
import { makeWaiting } from "./remotes/waitingRefs.ts"

type Indexing = Effect.Success<ReturnType<typeof makeIndexing>>

const noContents: ReadonlyMap<ObjectId, Uint8Array> = new Map()

/** The notes now, what waits to be merged included, and the notes among them that are in no repository yet. */
export const makeSnapshots = (git: Git["Service"], settings: Settings["Service"], index: Indexing) => {
  const waitingOf = makeWaiting(git)
  const contents = new WeakMap<NotesIndex, ReadonlyMap<ObjectId, Uint8Array>>()

  const indexAt = (ref: string, key: string) => (tip: Option.Option<ObjectId>) =>
    Option.match(tip, {
      onNone: () => Effect.succeed(LayeredNotes.of([])),
      onSome: (at) => index({ ref, key }, at)
    })

  const makeMerger = Effect.fnUntraced(function* (ref: string, key: string) {
    // Loaded only where something waits.
    const { makeMergedNotes } = yield* Effect.promise(() => import("./remotes/waiting.ts"))
    return { key, merge: makeMergedNotes(indexAt(ref, key)) }
  })
  let merger: Effect.Success<ReturnType<typeof makeMerger>> | undefined

  const snapshot = Effect.gen(function* () {
    const { noteRef: ref, syncRemote } = yield* settings.values
    const [tip, context, waiting] = yield* Effect.all(
      [git.resolveRef(ref), git.blameContext, waitingOf(syncRemote, ref)],
      { concurrency: 3 }
    )
    const key = `${ref}\0${context}`
    if (waiting.length === 0) {
      return { ref, tip, index: yield* indexAt(ref, key)(tip) } satisfies NotesSnapshot
    }
    if (merger?.key !== key) merger = yield* makeMerger(ref, key)
    const merged = yield* Effect.provideService(merger.merge(tip, waiting), Git, git)
    contents.set(merged.index, merged.contents)
    return { ref, tip, index: merged.index, warnings: merged.warnings } satisfies NotesSnapshot
  })

  /** Notes of an index that a merge in memory made, by the id of their blob to be. */
  const contentsOf = (of: NotesIndex): ReadonlyMap<ObjectId, Uint8Array> => contents.get(of) ?? noContents

  return { snapshot, contentsOf }
}
