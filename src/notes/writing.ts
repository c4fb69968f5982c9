import { Effect, Option, Result } from "effect"
import type { Annotation, Region, SemanticDependency } from "../domain/Annotation.ts"
import { asArray, canonicalJson, isObject, type JsonObject } from "../domain/Json.ts"
import type { ObjectId } from "../domain/ObjectId.ts"
import { normalizeAnchor } from "../domain/RegionKey.ts"
import { decodeNote, maxNoteBytes } from "./format/decode.ts"
import { parseDocuments } from "./format/documents.ts"
import { documentText, encodeNote, noteDocument } from "./format/encode.ts"
import { NoteInvalid, NotesError, NoteTooLarge } from "./NotesError.ts"
import { mergeAnnotations } from "./merge/Merge.ts"
import { type NoteContent } from "./NoteContent.ts"
import { contentOf } from "./format/decode.ts"

const isItself = ({ ast_anchor, file }: Region, { anchor, file: other }: SemanticDependency): boolean =>
  file === other && normalizeAnchor(anchor) === normalizeAnchor(ast_anchor.name)

/** A note in which no unit depends on itself, whoever says so. */
const withoutSelfDependencies = (annotation: Annotation): Annotation => ({
  ...annotation,
  regions: annotation.regions.map((region) =>
    region.semantic_dependencies.some((each) => isItself(region, each))
      ? { ...region, semantic_dependencies: region.semantic_dependencies.filter((each) => !isItself(region, each)) }
      : region
  )
})

/** The note's document as it is written on a commit. */
const documentOn = (commit: ObjectId, { annotation, original }: NoteContent): JsonObject =>
  noteDocument({ ...withoutSelfDependencies(annotation), commit }, original)

/** The bytes of a note as it hangs on a commit, checked to be read back as they are meant. */
export const noteBytes = Effect.fnUntraced(function* (commit: ObjectId, content: NoteContent) {
  const text = documentText(documentOn(commit, content))
  const bytes = new TextEncoder().encode(text)
  if (bytes.length > maxNoteBytes) {
    return yield* new NotesError({ reason: new NoteTooLarge({ commit, size: bytes.length, limit: maxNoteBytes }) })
  }
  const read = decodeNote(commit, bytes)
  if (Result.isFailure(read)) {
    const { detail, field } = read.failure
    return yield* new NotesError({ reason: new NoteInvalid({ commit, field, detail }) })
  }
  if (encodeNote(read.success.recorded, read.success.document) !== text) {
    const detail = "would not be read back as it is written"
    return yield* new NotesError({ reason: new NoteInvalid({ commit, field: "document", detail }) })
  }
  return bytes
})

const withoutTime = (value: unknown): unknown => {
  if (!isObject(value)) return value
  const { field_times: _, ...rest } = value
  return rest
}

/** What a document says, without when it was said. */
const timeless = (document: JsonObject): string => {
  const { field_times: _, regions, timestamp: __, ...rest } = document
  return canonicalJson({ ...rest, regions: asArray(regions).map(withoutTime) })
}

/** Whether a note already is what it shall be, but for times. One of several documents never is. */
export const isSaid = (commit: ObjectId, bytes: Uint8Array, content: NoteContent): boolean => {
  const { found, unreadable } = Result.getOrElse(parseDocuments(bytes), () => ({ found: [], unreadable: 0 }))
  const [first, ...others] = found
  if (first === undefined || others.length > 0 || unreadable > 0) return false
  return timeless(first) === timeless(documentOn(commit, content))
}

/** What becomes of a note that both sides changed. */
export interface Outcome {
  readonly bytes: Uint8Array
  /** Why one side had to be given up. */
  readonly loss: Option.Option<string>
}

/** The one of two texts that comes first, whichever side asks. */
const firstOf = (a: Uint8Array, b: Uint8Array): Uint8Array => (Buffer.compare(a, b) <= 0 ? a : b)

/**
 * Merges two notes of a commit by content. Where only one can be read it is kept; where none can, or both together
 * would be too large, the one whose bytes come first: both sides decide alike.
 */
export const mergeBytes = Effect.fnUntraced(function* (commit: ObjectId, ours: Uint8Array, theirs: Uint8Array) {
  const [a, b] = [decodeNote(commit, ours), decodeNote(commit, theirs)]
  if (Result.isFailure(a) || Result.isFailure(b)) {
    const bytes = Result.isSuccess(a) ? ours : Result.isSuccess(b) ? theirs : firstOf(ours, theirs)
    return { bytes, loss: Option.some("one side cannot be read") } satisfies Outcome
  }
  const merged = mergeAnnotations(contentOf(a.success), contentOf(b.success))
  const written = yield* Effect.result(noteBytes(commit, merged))
  return Result.match(written, {
    onFailure: (error): Outcome => ({ bytes: firstOf(ours, theirs), loss: Option.some(error.message) }),
    onSuccess: (bytes): Outcome => ({ bytes, loss: Option.none() })
  })
})
