import { Context, Effect, Layer, Result } from "effect"
import { DiskCache } from "../store/DiskCache.ts"
import { Settings } from "../config/Settings.ts"
import type { SettingsError } from "../config/SettingsError.ts"
import type { ObjectId } from "../domain/ObjectId.ts"
import { Git, type NoteEntry } from "../adapters/git/Git.ts"
import type { GitError } from "../adapters/git/GitError.ts"
import { decodeNote, type Note, type NoteProblem } from "./format/decode.ts"
import { makeIndexing } from "./lookup/indexing.ts"
import { makeKeptNotes } from "./KeptNotes.ts"
import { forContents } from "./noteContents.ts"
import type { NotesError } from "./NotesError.ts"
import { makeSnapshots } from "./snapshots.ts"
import type { NotesSnapshot } from "./NotesSnapshot.ts"
import { gone, tooLarge } from "./StandingNotes.ts"

/** Bytes of the notes that are kept decoded, in which form they take some two and a half times that. */
const keptBytes = 8 * 1024 * 1024
/** What the smallest note counts for there. */
const leastBytes = 1024
interface Kept {
  readonly note: Result.Result<Note, NoteProblem>
  readonly bytes: number
}

/** Reads annotations and knows what all of them speak of; kept up to date from the notes tree's own difference. */
export class Notes extends Context.Service<
  Notes,
  {
    /** The notes now. The index never changes; the next snapshot has another. */
    readonly snapshot: Effect.Effect<NotesSnapshot, NotesError | SettingsError | GitError>
    /** The notes of these commits, by commit, in the order asked; a commit without a note is absent. */
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
      const index = yield* makeIndexing(git, yield* makeKeptNotes)
      const decoded = new Map<string, Kept>()
      let decodedBytes = 0

      const { contentsOf, snapshot } = makeSnapshots(git, settings, index)

      const remember = (key: string, kept: Kept): void => {
        decodedBytes += kept.bytes - (decoded.get(key)?.bytes ?? 0)
        decoded.delete(key)
        decoded.set(key, kept)
        for (const [oldest, { bytes }] of decoded) {
          if (decodedBytes <= keptBytes) return
          decoded.delete(oldest)
          decodedBytes -= bytes
        }
      }

      const read = Effect.fn("Notes.read")(function* (from: NotesSnapshot, commits: Iterable<ObjectId>) {
        const found = new Map<ObjectId, Result.Result<Note, NoteProblem>>()
        const wanted: Array<NoteEntry> = []
        const asked = [...new Set(commits)]
        const merged = contentsOf(from.index)
        for (const commit of asked) {
          const blob = from.index.blob(commit)
          if (blob === undefined) continue
          const bytes = merged.get(blob)
          const known = decoded.get(`${commit} ${blob}`)
          if (known !== undefined) found.set(commit, known.note)
          else if (bytes === undefined) wanted.push({ commit, blob })
          else found.set(commit, decodeNote(commit, bytes))
        }
        yield* forContents(git, wanted, ({ blob, commit }, content) => {
          const note =
            content?._tag === "Found"
              ? decodeNote(commit, content.bytes)
              : Result.fail({ commit, ...(content?._tag === "TooLarge" ? tooLarge : gone) })
          if (content?._tag === "Found")
            remember(`${commit} ${blob}`, { note, bytes: Math.max(leastBytes, content.bytes.length) })
          found.set(commit, note)
        })
        // In the order asked, whatever was known before: answers follow it.
        return new Map(
          asked.flatMap((commit) => {
            const note = found.get(commit)
            return note === undefined ? [] : [[commit, note] as const]
          })
        )
      })

      return Notes.of({ snapshot: Effect.withSpan(snapshot, "Notes.snapshot"), read })
    })
  ).pipe(Layer.provide(DiskCache.layerNoDeps))
}
