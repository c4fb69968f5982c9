import type { Option } from "effect"
import type { ObjectId } from "../domain/ObjectId.ts"

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
