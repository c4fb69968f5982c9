import type { Annotation } from "../domain/Annotation.ts"
import type { JsonObject } from "../domain/Json.ts"

/** The content of a note to write: as recorded, without replaying corrections. */
export interface NoteContent {
  readonly annotation: Annotation
  /** The document that the annotation was decoded from; its unknown fields are preserved. */
  readonly original?: JsonObject
}
