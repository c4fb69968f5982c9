import { Result } from "effect"
import type { Annotation } from "../../domain/Annotation.ts"
import type { JsonObject } from "../../domain/Json.ts"
import type { ObjectId } from "../../domain/ObjectId.ts"
import { corrected } from "./corrections.ts"
import { parseDocuments, type Problem } from "./documents.ts"
import { noteDocument } from "./encode.ts"
import { mergeAnnotations } from "../merge/Merge.ts"
import { toAnnotation } from "./normalize.ts"
import type { NoteContent } from "../NoteContent.ts"

/** Notes larger than this are neither read nor written (spec annotations §1). */
export const maxNoteBytes = 4 * 1024 * 1024

/** A note that was read. */
export interface Note {
  readonly commit: ObjectId
  /** As it reads: corrections replayed, regions with `flags` where somebody flagged them. */
  readonly annotation: Annotation
  /** As it was recorded, corrections beside it: what is merged and written back. */
  readonly recorded: Annotation
  /** The parsed document, unknown fields included, for rewriting. */
  readonly document: JsonObject
  /** What the document says it annotates, where that is not `commit`. */
  readonly named: string | undefined
  readonly warnings: ReadonlyArray<string>
}

/** Why a note cannot be used: the commit it hangs on, the field, what is wrong with it. */
export interface NoteProblem extends Problem {
  readonly commit: ObjectId
}

interface Decoded extends NoteContent {
  readonly original: JsonObject
}

/** What several documents of one note say together, as far as they can be read. */
const together = (
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

const partly = (commit: ObjectId, unreadable: number): ReadonlyArray<string> =>
  unreadable === 0
    ? []
    : [`The note on ${commit.slice(0, 12)} was read in part: ${unreadable} of the documents in it cannot be read.`]

/**
 * Decodes the note that hangs on `commit`, as tolerantly as spec annotations §1 asks; several documents one after
 * another, as git's own `concatenate` leaves them, count as their merge. Sizes are the reader's concern
 * (`maxNoteBytes`).
 */
export const decodeNote = (commit: ObjectId, bytes: Uint8Array): Result.Result<Note, NoteProblem> =>
  Result.mapError(
    Result.flatMap(parseDocuments(bytes), ({ found, unreadable }) =>
      Result.map(together(commit, found), ({ content: { annotation, original }, unreadable: undecoded }) => ({
        commit,
        annotation: corrected(annotation),
        recorded: annotation,
        document: original,
        named: otherCommit(original, commit),
        warnings: partly(commit, unreadable + undecoded)
      }))
    ),
    (problem) => ({ commit, ...problem })
  )

/**
 * What a note speaks of, without judging it: its document as it is, or, where that is not what is read, the annotation
 * that is (several documents, corrections).
 */
export const spokenOf = (commit: ObjectId, bytes: Uint8Array): Result.Result<JsonObject, Problem> =>
  Result.flatMap(parseDocuments(bytes), ({ found }) =>
    found.length === 1 && found[0]["corrections"] === undefined
      ? Result.succeed(found[0])
      : Result.map(together(commit, found), ({ content }) => ({ ...corrected(content.annotation) }))
  )

/** What a note that was read says where it is written again. */
export const contentOf = ({ document, recorded }: Note): NoteContent => ({ annotation: recorded, original: document })
