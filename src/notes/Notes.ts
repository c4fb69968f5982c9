import { Context, Effect, Fiber, Layer, Option, Result, Semaphore } from "effect"
import { Settings } from "../config/Settings.ts"
import type { SettingsError } from "../config/SettingsError.ts"
import type { ObjectId } from "../domain/ObjectId.ts"
import { Git, type NoteEntry, type NotesChange, type ObjectContent } from "../git/Git.ts"
import type { GitError } from "../git/GitError.ts"
import { decodeNote, maxNoteBytes, type Note, type NoteProblem } from "./decode.ts"
import { NotesError, NotesUnreadable } from "./NotesError.ts"
import { NotesIndex } from "./NotesIndex.ts"
import { gone, tooLarge } from "./StandingNotes.ts"

/** The notes as they were at one moment. */
export interface NotesSnapshot {
  /** The full notes ref. */
  readonly ref: string
  /** The notes commit; none when the ref does not exist. */
  readonly tip: Option.Option<ObjectId>
  readonly index: NotesIndex
}

/** Bytes of the notes that are kept decoded, in which form they take some two and a half times that. */
const keptBytes = 8 * 1024 * 1024
/** What the smallest note counts for there. */
const leastBytes = 1024
/**
 * Note contents asked of git at once: it reads the next ones while these are parsed. So few that memory stays bounded,
 * and that other calls have their turn every few milliseconds.
 */
const batchSize = 64

interface Kept {
  readonly note: Result.Result<Note, NoteProblem>
  readonly bytes: number
}

interface State {
  ref: string
  tip: Option.Option<ObjectId>
  index: NotesIndex
}

/** Reads annotations and knows what all of them speak of; kept up to date from the notes tree's own difference. */
export class Notes extends Context.Service<
  Notes,
  {
    /** The notes now. The index is shared by all callers and moves on with the ref. */
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
      const lock = yield* Semaphore.make(1)
      const decoded = new Map<string, Kept>()
      let decodedBytes = 0
      const state: State = { ref: "", tip: Option.none(), index: new NotesIndex() }

      /** Asks git for contents at once, without waiting for them. */
      const ask = (entries: ReadonlyArray<NoteEntry>) =>
        Effect.forkChild(
          git.objects(
            entries.map((entry) => entry.blob),
            { maxBytes: maxNoteBytes }
          ),
          { startImmediately: true }
        )

      /** Hands over each note's content, in their order. */
      const forContents = Effect.fnUntraced(function* (
        entries: ReadonlyArray<NoteEntry>,
        use: (entry: NoteEntry, content: ObjectContent | undefined) => void
      ) {
        if (entries.length === 0) return
        let coming = yield* ask(entries.slice(0, batchSize))
        for (let start = 0; start < entries.length; start += batchSize) {
          const contents = yield* Fiber.join(coming)
          const next = start + batchSize
          if (next < entries.length) coming = yield* ask(entries.slice(next, next + batchSize))
          entries.slice(start, next).forEach((entry, position) => use(entry, contents[position]))
        }
      })

      const take = (index: NotesIndex, { removed, upserted }: NotesChange) => {
        for (const commit of removed) index.delete(commit)
        return forContents(upserted, ({ blob, commit }, content) => {
          if (content?._tag === "Found") index.put(commit, blob, content.bytes)
          else index.fail(commit, blob, content?._tag === "TooLarge" ? tooLarge : gone)
        })
      }

      const changeTo = (ref: string, tip: ObjectId): Effect.Effect<NotesChange, NotesError> => {
        const known = state.ref === ref ? state.tip : Option.none<ObjectId>()
        const change = Option.isSome(known)
          ? git.notesChange(known.value, tip)
          : Effect.map(git.notes(tip), (upserted) => ({ upserted, removed: [] }))
        return Effect.mapError(
          change,
          (error) => new NotesError({ reason: new NotesUnreadable({ ref, detail: error.message }) })
        )
      }

      const refresh = Effect.fnUntraced(function* (ref: string, tip: Option.Option<ObjectId>) {
        if (state.ref === ref && Option.getOrUndefined(state.tip) === Option.getOrUndefined(tip)) return
        const fresh = state.ref === ref && Option.isSome(state.tip) ? state.index : new NotesIndex()
        if (Option.isSome(tip)) {
          const change = yield* changeTo(ref, tip.value)
          // An interrupted update would leave the index between two tips: forget the tip until it is whole again.
          state.tip = Option.none()
          yield* take(fresh, change)
        }
        state.ref = ref
        state.tip = tip
        state.index = Option.isSome(tip) ? fresh : new NotesIndex()
      })

      const snapshot = Effect.gen(function* () {
        const { noteRef } = yield* settings.values
        const tip = yield* git.resolveRef(noteRef)
        yield* lock.withPermits(1)(refresh(noteRef, tip))
        return { ref: noteRef, tip, index: state.index }
      }).pipe(Effect.withSpan("Notes.snapshot"))

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
        for (const commit of asked) {
          const blob = from.index.blob(commit)
          if (blob === undefined) continue
          const known = decoded.get(`${commit} ${blob}`)
          if (known === undefined) wanted.push({ commit, blob })
          else found.set(commit, known.note)
        }
        yield* forContents(wanted, ({ blob, commit }, content) => {
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

      return Notes.of({ snapshot, read })
    })
  )
}
