import { Result } from "effect"
import type { Annotation } from "../../domain/Annotation.ts"
import type { JsonObject } from "../../domain/Json.ts"
import type { ObjectId } from "../../domain/ObjectId.ts"
import { applyCorrections } from "./corrections.ts"
import { parseDocuments, type Problem } from "./documents.ts"
import { noteDocument } from "./encode.ts"
import { mergeAnnotations } from "../merge/Merge.ts"
import { toAnnotation } from "./normalize.ts"
import type { NoteContent } from "../NoteContent.ts"

/** Notes larger than this are neither read nor written (spec annotations §1). */
export const maxNoteBytes = 4 * 1024 * 1024

/** A decoded note. */
export interface Note {
  readonly commit: ObjectId
  /** The effective annotation: corrections applied, flagged regions with `flags`. */
  readonly annotation: Annotation
  /** The annotation as recorded, with its corrections not applied: the version to merge and to write back. */
  readonly recorded: Annotation
  /** The parsed document with its unknown fields, for writing it back. */
  readonly document: JsonObject
  /** The commit that the document names, if it is not `commit`. */
  readonly named: string | undefined
  readonly warnings: ReadonlyArray<string>
}

/** Why the note of a commit cannot be decoded. */
export interface NoteProblem extends Problem {
  readonly commit: ObjectId
}

interface Decoded extends NoteContent {
  readonly original: JsonObject
}

/** Decodes the documents of one note and merges them; counts those that cannot be decoded. */
const mergeDocuments = (
  commit: ObjectId,
  documents: ReadonlyArray<JsonObject>
): Result.Result<{ readonly content: Decoded; readonly unreadable: number }, Problem> => {
  const decoded = documents.map((original) =>
    Result.map(toAnnotation(original, commit), (annotation): Decoded => ({ annotation, original }))
  )
  const [first, ...rest] = decoded.filter(Result.isSuccess).map(({ success }) => success)
  const unreadable = decoded.filter(Result.isFailure)
  if (first === undefined) {
    return Result.fail(unreadable[0]?.failure ?? { field: "document", detail: "is empty" })
  }
  if (rest.length === 0) return Result.succeed({ content: first, unreadable: unreadable.length })
  const { annotation, original } = rest.reduce<NoteContent>(mergeAnnotations, first)
  const content = { annotation, original: noteDocument(annotation, original) }
  return Result.succeed({ content, unreadable: unreadable.length })
}

const otherCommit = (document: JsonObject, commit: ObjectId): string | undefined => {
  const named = document["commit"]
  return typeof named === "string" && named !== "" && !commit.startsWith(named.toLowerCase()) ? named : undefined
}

const partialWarning = (commit: ObjectId, unreadable: number): ReadonlyArray<string> =>
  unreadable === 0
    ? []
    : [`The note on ${commit.slice(0, 12)} was only partly read: ${unreadable} of its documents cannot be decoded.`]

/**
 * Decodes the note of `commit`, as tolerantly as spec annotations §1 requires. Merges concatenated documents, as
 * `git notes append` or git's `concatenate` rewrite mode leaves them. The caller checks the size (`maxNoteBytes`).
 */
export const decodeNote = (commit: ObjectId, bytes: Uint8Array): Result.Result<Note, NoteProblem> =>
  Result.mapError(
    Result.flatMap(parseDocuments(bytes), ({ objects, unreadable }) =>
      Result.map(mergeDocuments(commit, objects), ({ content: { annotation, original }, unreadable: undecoded }) => ({
        commit,
        annotation: applyCorrections(annotation),
        recorded: annotation,
        document: original,
        named: otherCommit(original, commit),
        warnings: partialWarning(commit, unreadable + undecoded)
      }))
    ),
    (problem) => ({ commit, ...problem })
  )

/**
 * Parses a note for the index, without validating it: returns its single document unchanged. A note with several
 * documents or with corrections is decoded instead, because the effective annotation differs from the document.
 */
export const decodeForIndex = (commit: ObjectId, bytes: Uint8Array): Result.Result<JsonObject, Problem> =>
  Result.flatMap(parseDocuments(bytes), ({ objects }) =>
    objects.length === 1 && objects[0]["corrections"] === undefined
      ? Result.succeed(objects[0])
      : Result.map(mergeDocuments(commit, objects), ({ content }) => ({ ...applyCorrections(content.annotation) }))
  )

/** The content of a decoded note, for writing it back. */
export const contentOf = ({ document, recorded }: Note): NoteContent => ({ annotation: recorded, original: document })
