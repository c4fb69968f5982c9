import type { Option } from "effect"
import type { ObjectId } from "../domain/ObjectId.ts"
import type { NotesIndex } from "./lookup/NotesIndex.ts"

/** The notes as they were at one moment. */
export interface NotesSnapshot {
  /** The full notes ref. */
  readonly ref: string
  /** The notes commit; none when the ref does not exist. */
  readonly tip: Option.Option<ObjectId>
  /** Of the notes there, and of those that were fetched from remotes they are shared with and not merged yet. */
  readonly index: NotesIndex
  /** One sentence for each remote whose fetched notes are left out, and why. */
  readonly warnings?: ReadonlyArray<string>
}
