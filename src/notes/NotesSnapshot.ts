import type { Option } from "effect"
import type { ObjectId } from "../domain/ObjectId.ts"
import type { NotesIndex } from "./lookup/NotesIndex.ts"

/** The notes at one point in time. */
export interface NotesSnapshot {
  /** The full notes ref. */
  readonly ref: string
  /** The notes commit; none if the ref does not exist. */
  readonly tip: Option.Option<ObjectId>
  /** Indexes the notes of this commit and those fetched from sync remotes but not merged yet. */
  readonly index: NotesIndex
  /** One sentence for each remote whose fetched notes are left out, with the reason. */
  readonly warnings?: ReadonlyArray<string>
}
