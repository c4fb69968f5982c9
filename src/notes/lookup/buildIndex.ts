import { Context, Effect, Option, Semaphore } from "effect"
import type { ObjectId } from "../../domain/ObjectId.ts"
import type { Git, NoteEntry, NotesChange } from "../../adapters/git/Git.ts"
import type { GitError } from "../../adapters/git/GitError.ts"
import { maxNoteBytes } from "../format/decode.ts"
import type { NotesCache } from "../NotesCache.ts"
import { LayeredNotes } from "./LayeredNotes.ts"
import { forEachContent } from "../forEachContent.ts"
import { NotesError, NotesUnreadable } from "../NotesError.ts"
import { Packer } from "./Packer.ts"
import { runInSlices } from "./timeSlices.ts"
import { gone, isDamage, tooLarge } from "../readNotes.ts"

/** A notes commit with its index. */
interface IndexedCommit {
  readonly tip: ObjectId
  readonly index: LayeredNotes
}

/** The notes ref, and a cache key for it and for everything else that git's answers depend on. */
interface NotesSource {
  readonly ref: string
  readonly key: string
}

/** Minimum number of notes for which the index is cached on disk: a small one takes longer to write than to build. */
export const MinCachedNotes = Context.Reference<number>("ultragit/notes/lookup/buildIndex/MinCachedNotes", {
  defaultValue: () => 256
})

const asUnreadable = (ref: string) =>
  Effect.mapError((error: GitError) => new NotesError({ reason: new NotesUnreadable({ ref, detail: error.message }) }))

/** Reads these notes and packs their references. */
const packEntries = Effect.fnUntraced(function* (git: Git["Service"], entries: ReadonlyArray<NoteEntry>) {
  const packer = new Packer()
  const last = new Map(entries.map((entry) => [entry.commit, entry]))
  yield* forEachContent(git, [...last.values()], ({ blob, commit }, content) => {
    if (content?._tag === "Found") packer.addNote(commit, blob, content.bytes)
    else packer.addProblem(commit, blob, content?._tag === "TooLarge" ? tooLarge : gone)
  })
  return yield* runInSlices(packer.pack())
})

/** The notes whose blob was missing when they were indexed. */
const missingEntries = ({ index }: IndexedCommit): ReadonlyArray<NoteEntry> =>
  index.entriesWithProblem(({ detail }) => detail === gone.detail)

/** Builds indexes of notes: from a cached index and the changes since, or else from all notes. */
const makeIndexBuilder = (git: Git["Service"], cache: NotesCache, minNotes: number) => {
  const cacheIndex = (key: string, { index, tip }: IndexedCommit) =>
    index.packed === undefined || index.size < minNotes ? Effect.void : cache.put(key, { tip, pack: index.packed })

  const rebuild = Effect.fnUntraced(function* ({ key, ref }: NotesSource, tip: ObjectId) {
    const entries = yield* git.notes(tip).pipe(asUnreadable(ref))
    const indexed = { tip, index: new LayeredNotes(yield* packEntries(git, entries)) }
    yield* cacheIndex(key, indexed)
    return indexed
  })

  /** Applies changes to an index. Caches the result if that packed all notes again. */
  const applyChange = Effect.fnUntraced(function* (
    key: string,
    { index }: IndexedCommit,
    tip: ObjectId,
    change: NotesChange
  ) {
    const updated = yield* packEntries(git, change.upserted)
    const indexed = { tip, index: yield* runInSlices(index.withChanges(updated, change.removed)) }
    yield* cacheIndex(key, indexed)
    return indexed
  })

  /** Adds notes whose blobs were missing and have been fetched since. Only checks for one of them. */
  const retryMissing = Effect.fnUntraced(function* (key: string, indexed: IndexedCommit) {
    const upserted = missingEntries(indexed)
    const [first] = upserted
    if (first === undefined) return indexed
    const [content] = yield* git.objects([first.blob], { maxBytes: maxNoteBytes })
    if (content?._tag === "Missing") return indexed
    return yield* applyChange(key, indexed, indexed.tip, { upserted, removed: [] })
  })

  const loadCached = (key: string) =>
    Effect.map(
      cache.get(key),
      Option.map(({ pack, tip }): IndexedCommit => ({ tip, index: new LayeredNotes(pack) }))
    )

  const buildUpTo = Effect.fnUntraced(function* (
    source: NotesSource,
    tip: ObjectId,
    before: IndexedCommit | undefined
  ) {
    const indexed = before === undefined ? yield* loadCached(source.key) : Option.some(before)
    if (Option.isNone(indexed)) return yield* rebuild(source, tip)
    if (indexed.value.tip === tip) return indexed.value
    // The old notes commit may have been pruned.
    const change = yield* git.notesChange(indexed.value.tip, tip).pipe(
      Effect.asSome,
      Effect.catchIf(isDamage, () => Effect.succeedNone),
      asUnreadable(source.ref)
    )
    return Option.isNone(change)
      ? yield* rebuild(source, tip)
      : yield* applyChange(source.key, indexed.value, tip, change.value)
  })

  return (source: NotesSource, tip: ObjectId, before: IndexedCommit | undefined) =>
    Effect.flatMap(buildUpTo(source, tip, before), (indexed) => retryMissing(source.key, indexed))
}

/** Keeps the index of the last requested notes commit and updates it to the next. */
export const makeIndexer = Effect.fnUntraced(function* (git: Git["Service"], cache: NotesCache) {
  const make = makeIndexBuilder(git, cache, yield* MinCachedNotes)
  const lock = yield* Semaphore.make(1)
  let state: { readonly key: string; readonly indexed: IndexedCommit } | undefined
  const refresh = Effect.fnUntraced(function* (source: NotesSource, tip: ObjectId) {
    const indexed = yield* make(source, tip, state?.key === source.key ? state.indexed : undefined)
    state = { key: source.key, indexed }
    return indexed.index
  })
  return (source: NotesSource, tip: ObjectId) =>
    Effect.suspend(() =>
      state?.key === source.key && state.indexed.tip === tip && missingEntries(state.indexed).length === 0
        ? Effect.succeed(state.indexed.index)
        : lock.withPermits(1)(refresh(source, tip))
    )
})
