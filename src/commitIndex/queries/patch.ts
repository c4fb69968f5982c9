import { zstdDecompressSync } from "node:zlib"
import { Result } from "effect"
import type { Connection } from "../../adapters/sql/Connection.ts"
import type { PatchAnswer } from "../model/answers.ts"
import { ArgumentInvalid, CommitsError, PatchNotFound } from "../model/CommitsError.ts"
import type { PatchInput } from "../model/inputs.ts"
import { makeExcludeFilter } from "../model/excludedPaths.ts"
import { splitPatch } from "../model/patchText.ts"
import type { Registration } from "../model/Registration.ts"
import { patchStates } from "../store/schema.ts"
import { findCommit, findRepository } from "./commit.ts"

/** A byte range of a patch. */
export interface PatchBytes {
  readonly bytes: Buffer
  /** Offset after the last byte. */
  readonly end: number
  /** Size of the whole patch in bytes. */
  readonly total: number
}

/** The requested part of a patch. */
export interface PatchPart {
  readonly max_bytes?: number
  readonly offset?: number
  readonly path?: string
}

/** The index does not store the patch of this commit; it has to be read from the repository. */
export interface PatchInRepository {
  readonly _tag: "PatchInRepository"
  readonly registration: Registration
  readonly sha: string
  readonly isMerge: boolean
}

/** Largest part of a patch in one answer; `next_offset` continues after it. */
const maxPartBytes = 1024 * 1024

const lineFeed = 10
/** Most continuation bytes of a UTF-8 character. */
const maxContinuationBytes = 3

const isContinuation = (byte: number | undefined): boolean => byte !== undefined && (byte & 0xc0) === 0x80

/** Finds the start of a UTF-8 character at or before `limit`; returns `limit` if the bytes are not UTF-8. */
const findCharacterStart = (patch: Uint8Array, start: number, limit: number): number => {
  for (let end = limit; end > start && end >= limit - maxContinuationBytes; end--)
    if (!isContinuation(patch[end])) return end
  if (limit - start > maxContinuationBytes) return limit
  // Not even one character fits: include it whole, so that reading always advances.
  let end = limit
  while (end < start + maxContinuationBytes + 1 && isContinuation(patch[end])) end += 1
  return end
}

/** Finds where to cut at most `maxBytes` after `start`: at the end of a line, else between characters. */
const findCut = (patch: Uint8Array, start: number, maxBytes: number): number => {
  const limit = start + maxBytes
  if (limit >= patch.length) return patch.length
  const line = patch.subarray(start, limit).lastIndexOf(lineFeed)
  return line === -1 ? findCharacterStart(patch, start, limit) : start + line + 1
}

const failWith = (reason: CommitsError["reason"]) => Result.fail(new CommitsError({ reason }))

/** A whole patch and the requested part. */
export interface WholePatch {
  readonly repo: string
  readonly sha: string
  readonly bytes: Uint8Array
  readonly part: PatchPart
  /** Excluded paths from the repository's selection. */
  readonly exclude: ReadonlyArray<string>
}

const toBuffer = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** Cuts the requested part, of at most `maxBytes`, out of a patch without excluded files. */
export const cutPatch = (
  { bytes, exclude, part: { offset = 0, path }, repo, sha }: WholePatch,
  maxBytes: number
): Result.Result<PatchBytes, CommitsError> => {
  const isExcluded = makeExcludeFilter(exclude)
  const all = splitPatch(toBuffer(bytes)).filter((file) => !isExcluded(file.path))
  const files = path === undefined ? all : all.filter((file) => file.path === path)
  if (path !== undefined && files.length === 0) {
    return failWith(new PatchNotFound({ repo, sha, detail: `it does not change ${path}` }))
  }
  const [first] = files
  const patch = files.length === 1 && first !== undefined ? first.bytes : Buffer.concat(files.map((file) => file.bytes))
  if (offset > patch.length) {
    return failWith(
      new ArgumentInvalid({ name: "offset", expected: `a number from 0 to ${patch.length}`, value: `${offset}` })
    )
  }
  const end = findCut(patch, offset, maxBytes)
  return Result.succeed({ bytes: patch.subarray(offset, end), end, total: patch.length })
}

/** Cuts the requested part and formats it as an answer. */
export const answerPatchPart = (whole: WholePatch): Result.Result<PatchAnswer, CommitsError> =>
  Result.map(
    cutPatch(whole, Math.min(whole.part.max_bytes ?? maxPartBytes, maxPartBytes)),
    ({ bytes, end, total }) => ({
      repo: whole.repo,
      sha: whole.sha,
      patch_text: bytes.toString("utf8"),
      truncated: end < total,
      total_bytes: total,
      ...(end < total ? { next_offset: end } : {})
    })
  )

/** Reports a missing commit as a missing patch. */
const asPatchNotFound = (error: CommitsError): CommitsError =>
  error.reason._tag === "CommitNotFound"
    ? new CommitsError({
        reason: new PatchNotFound({
          repo: error.reason.repo,
          sha: error.reason.sha,
          detail: "the index has no such commit"
        })
      })
    : error

/** Finds the patch of a commit in the index, or says which repository has it. */
export const findPatch = (
  connection: Connection,
  { repo, sha: given, ...part }: PatchInput
): Result.Result<WholePatch | PatchInRepository, CommitsError> =>
  Result.flatMap(findRepository(connection, repo), (registration) =>
    Result.flatMap(Result.mapError(findCommit(connection, registration, given), asPatchNotFound), (named) => {
      const { id, patchState, sha } = named
      const whole = { repo, sha, part, exclude: registration.selection.exclude }
      if (patchState === patchStates.binary) {
        return failWith(new PatchNotFound({ repo, sha, detail: "it changes binary files only" }))
      }
      if (patchState === patchStates.unknown) {
        const detail = "what it changed is unknown, because it is at the boundary of a shallow clone"
        return failWith(new PatchNotFound({ repo, sha, detail }))
      }
      if (patchState === patchStates.empty) return Result.succeed({ ...whole, bytes: Buffer.alloc(0) })
      const row = connection.get(`SELECT compressed FROM patches WHERE "commit" = ?`, id)
      return Result.succeed<WholePatch | PatchInRepository>(
        row === undefined
          ? { _tag: "PatchInRepository", registration, sha, isMerge: patchState === patchStates.merge }
          : { ...whole, bytes: zstdDecompressSync(row.bytes("compressed")) }
      )
    })
  )
