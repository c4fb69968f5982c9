import { zstdDecompressSync } from "node:zlib"
import { Result } from "effect"
import type { Connection } from "../../sql/Database.ts"
import type { PatchAnswer } from "../answers.ts"
import { ArgumentInvalid, CommitsError, PatchNotFound } from "../CommitsError.ts"
import { leftOut } from "../leftOut.ts"
import { filesOf } from "../patchText.ts"
import type { Registration } from "../Registration.ts"
import { patchStates } from "../store/schema.ts"
import type { Named } from "./commit.ts"

/** Which part of a patch is asked for. */
export interface PatchPart {
  readonly max_bytes?: number
  readonly offset?: number
  readonly path?: string
}

/** The patch of this commit is not kept: its repository has to be asked. */
export interface Elsewhere {
  readonly _tag: "Elsewhere"
  readonly registration: Registration
  readonly sha: string
  readonly isMerge: boolean
}

/** Bytes of a patch that one answer shows at most: who reads on says `next_offset`. */
export const largestPart = 1024 * 1024

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

interface Whole {
  readonly repo: string
  readonly sha: string
  readonly bytes: Uint8Array
  readonly part: PatchPart
  readonly exclude: ReadonlyArray<string>
}

const bufferOf = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** A patch without the files left out, or one file of it, and of that as much as may be shown. */
export const partOf = ({ bytes, exclude, part, repo, sha }: Whole): Result.Result<PatchAnswer, CommitsError> => {
  const { max_bytes: most = largestPart, offset = 0, path } = part
  const isLeftOut = leftOut(exclude)
  const all = filesOf(bufferOf(bytes)).filter((file) => !isLeftOut(file.path))
  const files = path === undefined ? all : all.filter((file) => file.path === path)
  if (path !== undefined && files.length === 0) {
    return failed(new PatchNotFound({ repo, sha, detail: `it does not change ${path}` }))
  }
  const patch = Buffer.concat(files.map((file) => file.bytes))
  if (offset > patch.length) {
    return failed(
      new ArgumentInvalid({ name: "offset", expected: `a number from 0 to ${patch.length}`, value: `${offset}` })
    )
  }
  const end = cutAt(patch, offset, Math.min(most, largestPart))
  return Result.succeed({
    repo,
    sha,
    patch_text: patch.toString("utf8", offset, end),
    truncated: end < patch.length,
    total_bytes: patch.length,
    ...(end < patch.length ? { next_offset: end } : {})
  })
}

/** A part of a commit's patch, as it is kept. */
export const keptPatch = (
  connection: Connection,
  {
    named,
    part,
    registration
  }: { readonly registration: Registration; readonly named: Named; readonly part: PatchPart }
): Result.Result<PatchAnswer | Elsewhere, CommitsError> => {
  const { patchState, sha } = named
  const whole = { repo: registration.name, sha, part, exclude: registration.selection.exclude }
  if (patchState === patchStates.binary) {
    return failed(new PatchNotFound({ repo: registration.name, sha, detail: "it changes binary files only" }))
  }
  if (patchState === patchStates.empty) return partOf({ ...whole, bytes: Buffer.alloc(0) })
  const row = connection.get(`SELECT compressed FROM patches WHERE "commit" = ?`, named.id)
  if (row !== undefined) return partOf({ ...whole, bytes: zstdDecompressSync(row.bytes("compressed")) })
  return Result.succeed({ _tag: "Elsewhere", registration, sha, isMerge: patchState === patchStates.merge })
}
