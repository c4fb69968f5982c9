import { Context, Effect, Fiber, Layer, Option, Result, Semaphore } from "effect"
import { Settings } from "../config/Settings.ts"
import type { SettingsError } from "../config/SettingsError.ts"
import type { ObjectId } from "../domain/ObjectId.ts"
import { Git, type NoteEntry, type NotesChange } from "../git/Git.ts"
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

/** Decoded notes kept in memory. */
const keptNotes = 2_000
/**
 * Note contents asked of git at once while the index is built: git reads the next ones while these are taken in. So few
 * that memory stays bounded, and that other calls have their turn every few milliseconds.
 */
const indexBatch = 128

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
    /** The notes of these commits, by commit; a commit without a note is absent. */
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
      const decoded = new Map<string, Result.Result<Note, NoteProblem>>()
      const state: State = { ref: "", tip: Option.none(), index: new NotesIndex() }

      /** Asks git for the notes' contents at once, without waiting for them. */
      const ask = (entries: ReadonlyArray<NoteEntry>) =>
        Effect.forkChild(
          git.objects(
            entries.map((entry) => entry.blob),
            { maxBytes: maxNoteBytes }
          ),
          { startImmediately: true }
        )

      const take = Effect.fnUntraced(function* (index: NotesIndex, { removed, upserted }: NotesChange) {
        for (const commit of removed) index.delete(commit)
        let coming = yield* ask(upserted.slice(0, indexBatch))
        for (let start = 0; start < upserted.length; start += indexBatch) {
          const contents = yield* Fiber.join(coming)
          coming = yield* ask(upserted.slice(start + indexBatch, start + 2 * indexBatch))
          upserted.slice(start, start + indexBatch).forEach(({ blob, commit }, position) => {
            const content = contents[position]
            if (content?._tag === "Found") index.put(commit, blob, content.bytes)
            else index.fail(commit, blob, content?._tag === "TooLarge" ? tooLarge : gone)
          })
        }
      })

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

      const remember = (blob: string, note: Result.Result<Note, NoteProblem>): void => {
        decoded.set(blob, note)
        const oldest = decoded.size > keptNotes ? decoded.keys().next().value : undefined
        if (oldest !== undefined) decoded.delete(oldest)
      }

      const read = Effect.fn("Notes.read")(function* (from: NotesSnapshot, commits: Iterable<ObjectId>) {
        const found = new Map<ObjectId, Result.Result<Note, NoteProblem>>()
        const wanted: Array<{ readonly commit: ObjectId; readonly blob: ObjectId }> = []
        for (const commit of new Set(commits)) {
          const blob = from.index.blob(commit)
          if (blob === undefined) continue
          const known = decoded.get(`${commit} ${blob}`)
          if (known === undefined) wanted.push({ commit, blob })
          else found.set(commit, known)
        }
        const contents = yield* git.objects(
          wanted.map((entry) => entry.blob),
          { maxBytes: maxNoteBytes }
        )
        wanted.forEach(({ blob, commit }, position) => {
          const content = contents[position]
          const note =
            content?._tag === "Found"
              ? decodeNote(commit, content.bytes)
              : Result.fail({ commit, ...(content?._tag === "TooLarge" ? tooLarge : gone) })
          if (content?._tag === "Found") remember(`${commit} ${blob}`, note)
          found.set(commit, note)
        })
        return found
      })

      return Notes.of({ snapshot, read })
    })
  )
}
