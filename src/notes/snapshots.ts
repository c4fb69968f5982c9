import { Effect, Option } from "effect"
import type { Settings } from "../config/Settings.ts"
import type { ObjectId } from "../domain/ObjectId.ts"
import { Git } from "../adapters/git/Git.ts"
import type { makeIndexer } from "./lookup/buildIndex.ts"
import { LayeredNotes } from "./lookup/LayeredNotes.ts"
import type { NotesSnapshot } from "./NotesSnapshot.ts"
import type { NotesIndex } from "./lookup/NotesIndex.ts"
import { makeIncomingReader } from "./remotes/incomingRefs.ts"

type Indexing = Effect.Success<ReturnType<typeof makeIndexer>>

const noContents: ReadonlyMap<ObjectId, Uint8Array> = new Map()

/**
 * Takes snapshots of the current notes, including fetched notes that are not merged yet. `contentsOf` returns the
 * contents of notes that exist only in memory.
 */
export const makeSnapshots = (git: Git["Service"], settings: Settings["Service"], index: Indexing) => {
  const readIncoming = makeIncomingReader(git)
  const contents = new WeakMap<NotesIndex, ReadonlyMap<ObjectId, Uint8Array>>()

  const indexAt = (ref: string, key: string) => (tip: Option.Option<ObjectId>) =>
    Option.match(tip, {
      onNone: () => Effect.succeed(LayeredNotes.of([])),
      onSome: (at) => index({ ref, key }, at)
    })

  const makeMerger = Effect.fnUntraced(function* (ref: string, key: string) {
    // Loaded only if there are fetched notes to merge.
    const { makeIncomingMerger } = yield* Effect.promise(() => import("./remotes/mergeInMemory.ts"))
    return { key, merge: makeIncomingMerger(indexAt(ref, key)) }
  })
  let merger: Effect.Success<ReturnType<typeof makeMerger>> | undefined

  const snapshot = Effect.gen(function* () {
    const { noteRef: ref, syncRemote } = yield* settings.values
    const [tip, context, incoming] = yield* Effect.all(
      [git.resolveRef(ref), git.blameContext, readIncoming(syncRemote, ref)],
      { concurrency: 3 }
    )
    const key = `${ref}\0${context}`
    if (incoming.length === 0) {
      return { ref, tip, index: yield* indexAt(ref, key)(tip) } satisfies NotesSnapshot
    }
    if (merger?.key !== key) merger = yield* makeMerger(ref, key)
    const merged = yield* Effect.provideService(merger.merge(tip, incoming), Git, git)
    contents.set(merged.index, merged.contents)
    return { ref, tip, index: merged.index, warnings: merged.warnings } satisfies NotesSnapshot
  })

  /** The notes that an in-memory merge produced for this index, by the blob id that they would have. */
  const contentsOf = (of: NotesIndex): ReadonlyMap<ObjectId, Uint8Array> => contents.get(of) ?? noContents

  return { snapshot, contentsOf }
}
