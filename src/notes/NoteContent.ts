import type { Annotation } from "../domain/Annotation.ts"
import type { JsonObject } from "../domain/Json.ts"

/** What a note shall say: as recorded, corrections not replayed. */
export interface NoteContent {
  readonly annotation: Annotation
  /** The document it comes from; its unknown fields stay. */
  readonly original?: JsonObject
}
