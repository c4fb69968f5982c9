import type { Option } from "effect"
import type { ObjectId } from "../domain/ObjectId.ts"

/** Result of a notes update. */
export interface NotesUpdate {
  readonly ref: string
  /** The notes commit after the update; none if there are no notes. */
  readonly tip: Option.Option<ObjectId>
  /** Commits whose note changed. */
  readonly written: ReadonlyArray<ObjectId>
}

/** Result of merging two notes trees. */
export interface NotesMerge extends NotesUpdate {
  /** Those of the written ones that have no note now. */
  readonly removed: ReadonlyArray<ObjectId>
  /** Commits whose note both sides had changed. */
  readonly merged: ReadonlyArray<ObjectId>
  /** `unchanged`: the other side has nothing new. `fast-forward`: this side has nothing of its own. */
  readonly kind: "unchanged" | "fast-forward" | "merge"
}
