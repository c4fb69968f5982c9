import type { Annotation } from "../domain/Annotation.ts"
import type { JsonObject } from "../domain/Json.ts"
import type { Note } from "./format/decode.ts"

/** What a note shall say: as recorded, corrections not replayed. */
export interface NoteContent {
  readonly annotation: Annotation
  /** The document it comes from; its unknown fields stay. */
  readonly original?: JsonObject
}

/** What a note that was read says where it is written again. */
export const contentOf = ({ document, recorded }: Note): NoteContent => ({ annotation: recorded, original: document })
