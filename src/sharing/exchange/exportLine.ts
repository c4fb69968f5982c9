import { Option, Result, Schema } from "effect"
import { isObject, type JsonObject } from "../../domain/Json.ts"
import type { RawLine } from "../../domain/LineReader.ts"
import { ObjectId } from "../../domain/ObjectId.ts"
import { jsonText } from "../../domain/Text.ts"
import { decodeNote, type Note } from "../../notes/format/decode.ts"
import { noteDocument } from "../../notes/format/encode.ts"
import { type NoteContent } from "../../notes/NoteContent.ts"
import { contentOf } from "../../notes/format/decode.ts"

/** A decoded line of an export. */
export interface ImportedNote {
  readonly line: number
  /** Length of the line, in bytes. */
  readonly size: number
  readonly commit: ObjectId
  readonly patchId: Option.Option<string>
  readonly content: NoteContent
}

/** An invalid line and the reason. */
export interface RefusedLine {
  readonly line: number
  readonly detail: string
}

/**
 * Encodes one line of an export: the annotation as recorded, with corrections and unknown fields, in canonical order;
 * the patch id if given.
 */
export const encodeExportLine = (note: Note, patchId: string | undefined): string => {
  const record = {
    commit_sha: note.commit,
    timestamp: note.recorded.timestamp,
    ...(patchId === undefined ? {} : { patch_id: patchId }),
    annotation: noteDocument(note.recorded, note.document)
  }
  return `${jsonText(record)}\n`
}

const parse = (bytes: Uint8Array): Result.Result<unknown, string> =>
  Result.try({
    try: () => new TextDecoder("utf-8", { fatal: true }).decode(bytes),
    catch: () => "is not UTF-8"
  }).pipe(Result.flatMap((text) => Result.try({ try: (): unknown => JSON.parse(text), catch: () => "is not JSON" })))

/** Serializes the annotation for the note decoder. Nesting too deep to serialize is too deep for a note. */
const textOf = (annotation: JsonObject): Result.Result<Uint8Array, string> =>
  Result.try({
    try: () => new TextEncoder().encode(JSON.stringify(annotation)),
    catch: () => "annotation is nested too deeply"
  })

const decodeId = Schema.decodeUnknownOption(ObjectId)
const decodePatchId = Schema.decodeUnknownOption(
  Schema.String.pipe(Schema.check(Schema.isPattern(/^[0-9a-f]{40,64}$/)))
)

const recordOf = (value: unknown): Result.Result<Pick<ImportedNote, "commit" | "patchId" | "content">, string> => {
  if (!isObject(value)) return Result.fail("is not a JSON object")
  const { annotation, commit_sha, patch_id, timestamp } = value
  const commit = decodeId(commit_sha)
  if (Option.isNone(commit)) return Result.fail("commit_sha is not a full object id")
  if (!isObject(annotation)) return Result.fail("annotation is not a JSON object")
  return Result.flatMap(textOf(timestamp === undefined ? annotation : { timestamp, ...annotation }), (bytes) =>
    Result.mapBoth(decodeNote(commit.value, bytes), {
      onFailure: ({ detail, field }) => `annotation${field === "document" ? "" : `.${field}`}: ${detail}`,
      onSuccess: (note) => ({ commit: commit.value, patchId: decodePatchId(patch_id), content: contentOf(note) })
    })
  )
}

/** Decodes a line; none if it is blank. */
export const decodeExportLine = ({
  bytes,
  number
}: RawLine): Option.Option<Result.Result<ImportedNote, RefusedLine>> => {
  if (bytes === undefined) return Option.some(Result.fail({ line: number, detail: "is too long for a note" }))
  if (bytes.every((byte) => byte === 0x20 || byte === 0x0d || byte === 0x09)) return Option.none()
  return Option.some(
    Result.mapBoth(Result.flatMap(parse(bytes), recordOf), {
      onFailure: (detail) => ({ line: number, detail }),
      onSuccess: (record) => ({ line: number, size: bytes.length, ...record })
    })
  )
}
