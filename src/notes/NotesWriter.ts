import { Context, Effect, Layer, Option, Result, Semaphore } from "effect"
import { Settings } from "../config/Settings.ts"
import type { SettingsError } from "../config/SettingsError.ts"
import type { ObjectId } from "../domain/ObjectId.ts"
import { Git } from "../adapters/git/Git.ts"
import type { GitError } from "../adapters/git/GitError.ts"
import { GitWrites, type NoteChange } from "../adapters/git/GitWrites.ts"
import type { Note, NoteProblem } from "./format/decode.ts"
import { mergeTrees } from "./merge/mergeTrees.ts"
import type { NoteContent } from "./NoteContent.ts"
import type { NotesError } from "./NotesError.ts"
import type { NotesMerge, NotesUpdate } from "./NotesUpdate.ts"
import { retryContended } from "./retryContended.ts"
import { readNotesWithBytes } from "./readNotes.ts"
import { encodeChecked, isUnchanged, mergeNoteBytes } from "./noteBytes.ts"

/** The current note of a commit: absent, decoded, or unreadable. */
export type CurrentNote = Option.Option<Result.Result<Note, NoteProblem>>

/** Computes the new content of a commit's note from its current note; none leaves the note alone. */
export type NotesChanging<E, R> = (
  commit: ObjectId,
  current: CurrentNote
) => Effect.Effect<Option.Option<NoteContent>, E, R>

/** Every way in which a write can fail. */
export type WriteError = NotesError | SettingsError | GitError

/**
 * Writes notes by compare-and-swap on the notes ref. After a lost race the change is reapplied on top of the other
 * writer's notes, with jittered backoff, for at most a minute; concurrent writers lose no notes.
 */
export class NotesWriter extends Context.Service<
  NotesWriter,
  {
    /**
     * Changes the notes of these commits in one notes commit. Calls `change` with the current note of each commit, and
     * again after a lost race; `change` must not write notes itself. A note that would differ only in its timestamps is
     * not written. Fails with `ObjectMissing` if a commit without a note is not in the repository, and with `NotesError` if the ref is
     * damaged or keeps moving, or, once the others are written, if a note would be too large or invalid.
     */
    update<E, R>(
      commits: ReadonlyArray<ObjectId>,
      message: string,
      change: NotesChanging<E, R>
    ): Effect.Effect<NotesUpdate, WriteError | E, R>

    /**
     * Merges another notes commit into the notes ref, for example one that was fetched, or that another program's write
     * has dropped. Compares both with their common ancestor: a note that one side changed is taken from that side; a note
     * that both changed is merged by content.
     */
    merge(from: ObjectId, message: string): Effect.Effect<NotesMerge, WriteError>
  }
>()("ultragit/notes/NotesWriter") {
  static readonly layerNoDeps = Layer.effect(
    NotesWriter,
    Effect.gen(function* () {
      const git = yield* Git
      const writes = yield* GitWrites
      const settings = yield* Settings
      // Serializes the fibers of this process, so that they do not race each other.
      const lock = yield* Semaphore.make(1)

      const tipOf = Effect.gen(function* () {
        const { noteRef: ref } = yield* settings.values
        return { ref, tip: yield* git.resolveRef(ref) }
      })

      const attemptUpdate = Effect.fnUntraced(function* <E, R>(
        commits: ReadonlyArray<ObjectId>,
        message: string,
        change: NotesChanging<E, R>
      ) {
        const { ref, tip } = yield* tipOf
        const current = yield* readNotesWithBytes({ ref, tip }, commits).pipe(Effect.provideService(Git, git))
        const notes: Array<NoteChange> = []
        const refused: Array<NotesError> = []
        for (const commit of new Set(commits)) {
          const now = current.get(commit)
          const content = yield* change(commit, Option.fromNullishOr(now?.note))
          if (Option.isNone(content)) continue
          const bytes = yield* Effect.result(encodeChecked(commit, content.value))
          if (Result.isFailure(bytes)) refused.push(bytes.failure)
          else if (now?.bytes === undefined || !isUnchanged(commit, now.bytes, content.value))
            notes.push({ commit, content: Option.some(bytes.success) })
        }
        const made = notes.length === 0 ? tip : yield* writes.writeNotes({ ref, tip, notes, message })
        const [problem] = refused
        if (problem !== undefined) return yield* problem
        return { ref, tip: made, written: notes.map(({ commit }) => commit) } satisfies NotesUpdate
      })

      return NotesWriter.of({
        update: (commits, message, change) =>
          retryContended(lock.withPermits(1)(attemptUpdate(commits, message, change))).pipe(
            Effect.withSpan("NotesWriter.update")
          ),
        merge: (from, message) =>
          retryContended(
            lock.withPermits(1)(
              Effect.flatMap(tipOf, (at) => mergeTrees({ ...at, from, message, mergeBytes: mergeNoteBytes }))
            )
          ).pipe(
            Effect.provideService(Git, git),
            Effect.provideService(GitWrites, writes),
            Effect.withSpan("NotesWriter.merge")
          )
      })
    })
  )
}
