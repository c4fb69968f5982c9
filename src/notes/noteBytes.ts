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

const isSelfDependency = ({ ast_anchor, file }: Region, { anchor, file: other }: SemanticDependency): boolean =>
  file === other && normalizeAnchor(anchor) === normalizeAnchor(ast_anchor.name)

/** Drops dependencies of a unit on itself. */
const withoutSelfDependencies = (annotation: Annotation): Annotation => ({
  ...annotation,
  regions: annotation.regions.map((region) =>
    region.semantic_dependencies.some((each) => isSelfDependency(region, each))
      ? {
          ...region,
          semantic_dependencies: region.semantic_dependencies.filter((each) => !isSelfDependency(region, each))
        }
      : region
  )
})

/** The document to write as the note of a commit. */
const documentOn = (commit: ObjectId, { annotation, original }: NoteContent): JsonObject =>
  noteDocument({ ...withoutSelfDependencies(annotation), commit }, original)

/** Encodes the note of a commit and checks that it decodes to the same content. Fails with `NotesError`. */
export const encodeChecked = Effect.fnUntraced(function* (commit: ObjectId, content: NoteContent) {
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
    const detail = "would decode to something else than was encoded"
    return yield* new NotesError({ reason: new NoteInvalid({ commit, field: "document", detail }) })
  }
  return bytes
})

const withoutTime = (value: unknown): unknown => {
  if (!isObject(value)) return value
  const { field_times: _, ...rest } = value
  return rest
}

/** The canonical text of a document without its timestamps. */
const textWithoutTimes = (document: JsonObject): string => {
  const { field_times: _, regions, timestamp: __, ...rest } = document
  return canonicalJson({ ...rest, regions: asArray(regions).map(withoutTime) })
}

/** Whether a note already has this content, apart from timestamps. Always false for a note of several documents. */
export const isUnchanged = (commit: ObjectId, bytes: Uint8Array, content: NoteContent): boolean => {
  const { objects, unreadable } = Result.getOrElse(parseDocuments(bytes), () => ({ objects: [], unreadable: 0 }))
  const [first, ...others] = objects
  if (first === undefined || others.length > 0 || unreadable > 0) return false
  return textWithoutTimes(first) === textWithoutTimes(documentOn(commit, content))
}

/** Result of merging a note that both sides changed. */
export interface MergedBytes {
  readonly bytes: Uint8Array
  /** Why one side was dropped, if it was. */
  readonly loss: Option.Option<string>
}

/** The lower of two byte strings: the same choice on both sides. */
export const lowerBytes = (a: Uint8Array, b: Uint8Array): Uint8Array => (Buffer.compare(a, b) <= 0 ? a : b)

/**
 * Merges two notes of a commit by content. If only one is readable, keeps that one. If neither is readable, or the
 * merged note would be too large, keeps the one with the lower bytes, so that both sides decide alike.
 */
export const mergeNoteBytes = Effect.fnUntraced(function* (commit: ObjectId, ours: Uint8Array, theirs: Uint8Array) {
  const [a, b] = [decodeNote(commit, ours), decodeNote(commit, theirs)]
  if (Result.isFailure(a) || Result.isFailure(b)) {
    const bytes = Result.isSuccess(a) ? ours : Result.isSuccess(b) ? theirs : lowerBytes(ours, theirs)
    return { bytes, loss: Option.some("one side cannot be read") } satisfies MergedBytes
  }
  const merged = mergeAnnotations(contentOf(a.success), contentOf(b.success))
  const encoded = yield* Effect.result(encodeChecked(commit, merged))
  return Result.match(encoded, {
    onFailure: (error): MergedBytes => ({ bytes: lowerBytes(ours, theirs), loss: Option.some(error.message) }),
    onSuccess: (bytes): MergedBytes => ({ bytes, loss: Option.none() })
  })
})
