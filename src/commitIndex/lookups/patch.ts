import { zstdDecompressSync } from "node:zlib"
import { Result } from "effect"
import type { Connection } from "../../adapters/sql/Connection.ts"
import type { PatchAnswer } from "../model/answers.ts"
import { ArgumentInvalid, CommitsError, PatchNotFound } from "../model/CommitsError.ts"
import type { PatchInput } from "../model/inputs.ts"
import { leftOut } from "../model/excludedPaths.ts"
import { filesOf } from "../model/patchText.ts"
import type { Registration } from "../model/Registration.ts"
import { patchStates } from "../store/schema.ts"
import { findCommit, findRepository } from "./commit.ts"

/** Some bytes of a patch. */
export interface PatchBytes {
  readonly bytes: Buffer
  /** Where they end. */
  readonly end: number
  /** Bytes of all of it. */
  readonly total: number
}

/** Which part of a patch is asked for. */
export interface PatchPart {
  readonly max_bytes?: number
  readonly offset?: number
  readonly path?: string
}

/** The patch of this commit is not kept: its repository has to be asked. */
export interface PatchInRepository {
  readonly _tag: "PatchInRepository"
  readonly registration: Registration
  readonly sha: string
  readonly isMerge: boolean
}

/** Bytes of a patch that one answer shows at most: who reads on says `next_offset`. */
export const maxPartBytes = 1024 * 1024

const lineFeed = 10
/** Bytes that may follow the first of a character of UTF-8. */
const mostFollowing = 3

const follows = (byte: number | undefined): boolean => byte !== undefined && (byte & 0xc0) === 0x80

/** The beginning of a character near `limit`; where no byte near it is one, they are no characters. */
const betweenCharacters = (patch: Uint8Array, start: number, limit: number): number => {
  for (let end = limit; end > start && end >= limit - mostFollowing; end--) if (!follows(patch[end])) return end
  if (limit - start > mostFollowing) return limit
  // Not even one character would fit: it is shown whole, so that whoever reads on gets further.
  let end = limit
  while (end < start + mostFollowing + 1 && follows(patch[end])) end += 1
  return end
}

/** Where to cut so that no more than `most` bytes from `start` on are shown: at a line's end, else between characters. */
const cutAt = (patch: Uint8Array, start: number, most: number): number => {
  const limit = start + most
  if (limit >= patch.length) return patch.length
  const line = patch.subarray(start, limit).lastIndexOf(lineFeed)
  return line === -1 ? betweenCharacters(patch, start, limit) : start + line + 1
}

const failed = (reason: CommitsError["reason"]) => Result.fail(new CommitsError({ reason }))

/** A whole patch, and what of it is asked for. */
export interface WholePatch {
  readonly repo: string
  readonly sha: string
  readonly bytes: Uint8Array
  readonly part: PatchPart
  /** Paths left out, as the repository's owner chose. */
  readonly exclude: ReadonlyArray<string>
}

const bufferOf = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** A patch without the files left out, or one file of it, and of that at most so many bytes. */
export const cutPatch = (
  { bytes, exclude, part: { offset = 0, path }, repo, sha }: WholePatch,
  most: number
): Result.Result<PatchBytes, CommitsError> => {
  const isLeftOut = leftOut(exclude)
  const all = filesOf(bufferOf(bytes)).filter((file) => !isLeftOut(file.path))
  const files = path === undefined ? all : all.filter((file) => file.path === path)
  if (path !== undefined && files.length === 0) {
    return failed(new PatchNotFound({ repo, sha, detail: `it does not change ${path}` }))
  }
  const [first] = files
  const patch = files.length === 1 && first !== undefined ? first.bytes : Buffer.concat(files.map((file) => file.bytes))
  if (offset > patch.length) {
    return failed(
      new ArgumentInvalid({ name: "offset", expected: `a number from 0 to ${patch.length}`, value: `${offset}` })
    )
  }
  const end = cutAt(patch, offset, most)
  return Result.succeed({ bytes: patch.subarray(offset, end), end, total: patch.length })
}

/** The same as an answer has it. */
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

/** Who asks for a patch is told that there is none. */
const withoutPatch = (error: CommitsError): CommitsError =>
  error.reason._tag === "CommitNotFound"
    ? new CommitsError({
        reason: new PatchNotFound({
          repo: error.reason.repo,
          sha: error.reason.sha,
          detail: "no such commit is indexed"
        })
      })
    : error

/** The patch of a commit, whole as it is kept, or where else it is. */
export const findPatch = (
  connection: Connection,
  { repo, sha: given, ...part }: PatchInput
): Result.Result<WholePatch | PatchInRepository, CommitsError> =>
  Result.flatMap(findRepository(connection, repo), (registration) =>
    Result.flatMap(Result.mapError(findCommit(connection, registration, given), withoutPatch), (named) => {
      const { id, patchState, sha } = named
      const whole = { repo, sha, part, exclude: registration.selection.exclude }
      if (patchState === patchStates.binary) {
        return failed(new PatchNotFound({ repo, sha, detail: "it changes binary files only" }))
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
