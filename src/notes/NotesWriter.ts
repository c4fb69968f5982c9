import { Context, type Effect, type Option, type Result } from "effect"
import type { SettingsError } from "../config/SettingsError.ts"
import type { Annotation } from "../domain/Annotation.ts"
import type { JsonObject } from "../domain/Json.ts"
import type { ObjectId } from "../domain/ObjectId.ts"
import type { GitError } from "../git/GitError.ts"
import type { Note, NoteProblem } from "./decode.ts"
import type { NotesError } from "./NotesError.ts"

/** A commit's note as it stands: none, readable, or not. */
export type CurrentNote = Option.Option<Result.Result<Note, NoteProblem>>

/** What a note shall say: as recorded, corrections not replayed. */
export interface NoteContent {
  readonly annotation: Annotation
  /** The document it comes from; its unknown fields stay. */
  readonly original?: JsonObject
}

/** What an update did. */
export interface NotesUpdate {
  readonly ref: string
  /** The notes commit now; none when there is no note at all. */
  readonly tip: Option.Option<ObjectId>
  /** Commits whose note is another than before. */
  readonly written: ReadonlyArray<ObjectId>
}

/** What a merge of two notes trees did. */
export interface NotesMerge extends NotesUpdate {
  /** Commits whose notes both sides had changed. */
  readonly merged: ReadonlyArray<ObjectId>
  /** `unchanged`: nothing new there. `fast-forward`: nothing of our own. */
  readonly kind: "unchanged" | "fast-forward" | "merge"
}

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
     * after a lost race; none leaves it. A note that would be the same but for its timestamp is not written.
     * Fails with `ObjectMissing` for a commit that is not here, with `NotesError` where the ref is damaged or keeps moving.
     */
    update<E, R>(
      commits: ReadonlyArray<ObjectId>,
      message: string,
      change: (commit: ObjectId, current: CurrentNote) => Effect.Effect<Option.Option<NoteContent>, E, R>
    ): Effect.Effect<NotesUpdate, WriteError | E, R>

    /**
     * Brings another notes commit (fetched, or lost by a careless writer) into the notes ref: against the common ancestor,
     * a note changed on one side is taken as it is there, one changed on both is merged by content.
     */
    merge(from: ObjectId, message: string): Effect.Effect<NotesMerge, WriteError>
  }
>()("ultragit/notes/NotesWriter") {}
