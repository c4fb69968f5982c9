import { Context, Effect, Layer, Result } from "effect"
import { LRUCache } from "lru-cache"
import { DiskCache } from "../store/DiskCache.ts"
import { Settings } from "../config/Settings.ts"
import type { SettingsError } from "../config/SettingsError.ts"
import type { ObjectId } from "../domain/ObjectId.ts"
import { Git, type NoteEntry } from "../adapters/git/Git.ts"
import type { GitError } from "../adapters/git/GitError.ts"
import { decodeNote, type Note, type NoteProblem } from "./format/decode.ts"
import { makeIndexer } from "./lookup/buildIndex.ts"
import { makeNotesCache } from "./NotesCache.ts"
import { forEachContent } from "./forEachContent.ts"
import type { NotesError } from "./NotesError.ts"
import { makeSnapshots } from "./snapshots.ts"
import type { NotesSnapshot } from "./NotesSnapshot.ts"
import { gone, tooLarge } from "./readNotes.ts"

/** Maximum encoded size of the notes cached in decoded form, which takes about 2.5 times as much memory. */
const maxCachedBytes = 8 * 1024 * 1024
/** Minimum size that a cached note counts for. */
const minEntryBytes = 1024

/** Reads annotations and indexes what they refer to. Updates the index from the diff between two notes commits. */
export class Notes extends Context.Service<
  Notes,
  {
    /** Takes a snapshot of the current notes. Its index is immutable. */
    readonly snapshot: Effect.Effect<NotesSnapshot, NotesError | SettingsError | GitError>
    /** Reads the notes of these commits, in the given order. Omits commits without a note. */
    read(
      snapshot: NotesSnapshot,
      commits: Iterable<ObjectId>
    ): Effect.Effect<ReadonlyMap<ObjectId, Result.Result<Note, NoteProblem>>, GitError>
  }
>()("ultragit/notes/Notes") {
  static readonly layerNoDeps = Layer.effect(
    Notes,
    Effect.gen(function* () {
      const git = yield* Git
      const settings = yield* Settings
      const index = yield* makeIndexer(git, yield* makeNotesCache)
      const decoded = new LRUCache<string, Result.Result<Note, NoteProblem>>({ maxSize: maxCachedBytes })

      const { contentsOf, snapshot } = makeSnapshots(git, settings, index)

      const read = Effect.fn("Notes.read")(function* (from: NotesSnapshot, commits: Iterable<ObjectId>) {
        const found = new Map<ObjectId, Result.Result<Note, NoteProblem>>()
        const missing: Array<NoteEntry> = []
        const unique = [...new Set(commits)]
        const merged = contentsOf(from.index)
        for (const commit of unique) {
          const blob = from.index.blob(commit)
          if (blob === undefined) continue
          const bytes = merged.get(blob)
          const known = decoded.get(`${commit} ${blob}`)
          if (known !== undefined) found.set(commit, known)
          else if (bytes === undefined) missing.push({ commit, blob })
          else found.set(commit, decodeNote(commit, bytes))
        }
        yield* forEachContent(git, missing, ({ blob, commit }, content) => {
          const note =
            content?._tag === "Found"
              ? decodeNote(commit, content.bytes)
              : Result.fail({ commit, ...(content?._tag === "TooLarge" ? tooLarge : gone) })
          if (content?._tag === "Found")
            decoded.set(`${commit} ${blob}`, note, { size: Math.max(minEntryBytes, content.bytes.length) })
          found.set(commit, note)
        })
        // Cached notes were added first; restore the requested order.
        return new Map(
          unique.flatMap((commit) => {
            const note = found.get(commit)
            return note === undefined ? [] : [[commit, note] as const]
          })
        )
      })

      return Notes.of({ snapshot: Effect.withSpan(snapshot, "Notes.snapshot"), read })
    })
  ).pipe(Layer.provide(DiskCache.layerNoDeps))
}
