import { Context, Effect, Layer, Option, type Result, Semaphore } from "effect"
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
import { patiently } from "./Patience.ts"
import { standingNotes } from "./StandingNotes.ts"
import { isSaid, noteBytes } from "./writing.ts"

/** A commit's note as it stands: none, readable, or not. */
export type CurrentNote = Option.Option<Result.Result<Note, NoteProblem>>

/** What a commit's note shall be, told from what it is; none leaves it. */
export type NotesChanging<E, R> = (
  commit: ObjectId,
  current: CurrentNote
) => Effect.Effect<Option.Option<NoteContent>, E, R>

/** Every failure of a write. */
export type WriteError = NotesError | SettingsError | GitError

/**
 * Writes notes by compare-and-swap on the notes ref: what another process writes meanwhile is seen, and the change made
 * again on top of it (with jitter, for at most a minute). N writers, N notes, none lost.
 */
export class NotesWriter extends Context.Service<
  NotesWriter,
  {
    /**
     * Changes the notes of some commits in one notes commit. `change` is asked for each with the note as it stands, again
     * after a lost race; none leaves it. It must not write notes itself. A note that would be the same but for its timestamp is not written.
     * Fails with `ObjectMissing` for a commit that is not here, with `NotesError` where the ref is damaged or keeps moving.
     */
    update<E, R>(
      commits: ReadonlyArray<ObjectId>,
      message: string,
      change: NotesChanging<E, R>
    ): Effect.Effect<NotesUpdate, WriteError | E, R>

    /**
     * Brings another notes commit (fetched, or lost by a careless writer) into the notes ref: against the common ancestor,
     * a note changed on one side is taken as it is there, one changed on both is merged by content.
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
      // Fibers of one process take turns: between them there is no race to lose.
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
        const standing = yield* standingNotes({ ref, tip }, commits).pipe(Effect.provideService(Git, git))
        const notes: Array<NoteChange> = []
        for (const commit of new Set(commits)) {
          const now = standing.get(commit)
          const content = yield* change(commit, Option.fromNullishOr(now?.note))
          if (Option.isNone(content)) continue
          const bytes = yield* noteBytes(commit, content.value)
          if (now?.bytes !== undefined && isSaid(commit, now.bytes, content.value)) continue
          notes.push({ commit, content: Option.some(bytes) })
        }
        const made = notes.length === 0 ? tip : yield* writes.writeNotes({ ref, tip, notes, message })
        return { ref, tip: made, written: notes.map(({ commit }) => commit) } satisfies NotesUpdate
      })

      return NotesWriter.of({
        update: (commits, message, change) =>
          patiently(lock.withPermits(1)(attemptUpdate(commits, message, change))).pipe(
            Effect.withSpan("NotesWriter.update")
          ),
        merge: (from, message) =>
          patiently(lock.withPermits(1)(Effect.flatMap(tipOf, (at) => mergeTrees({ ...at, from, message })))).pipe(
            Effect.provideService(Git, git),
            Effect.provideService(GitWrites, writes),
            Effect.withSpan("NotesWriter.merge")
          )
      })
    })
  )
}
