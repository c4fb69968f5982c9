import type { PatchAnswer } from "../answers.ts"

/** Which part of a patch is asked for. */
export interface PatchPart {
  /** Bytes that come before. */
  readonly offset: number
  readonly maxBytes: number | undefined
}

const lineFeed = 10

/** Where to cut so that no more than `most` bytes from `start` on are shown: at a line's end, else between characters. */
const cutAt = (patch: Uint8Array, start: number, most: number): number => {
  const limit = start + most
  if (limit >= patch.length) return patch.length
  const line = patch.subarray(start, limit).lastIndexOf(lineFeed)
  if (line !== -1) return start + line + 1
  // A line longer than all that may be shown: no character of UTF-8 has more than three bytes that continue it.
  let end = limit
  while (end > start && ((patch[end] ?? 0) & 0xc0) === 0x80) end -= 1
  return end > start ? end : limit
}

/** A patch, or as much of it as may be shown. */
export const partOf = (
  { repo, sha }: Pick<PatchAnswer, "repo" | "sha">,
  patch: Uint8Array,
  { maxBytes, offset }: PatchPart
): PatchAnswer => {
  const end = maxBytes === undefined ? patch.length : cutAt(patch, offset, maxBytes)
  const isCut = end < patch.length
  return {
    repo,
    sha,
    patch_text: Buffer.from(patch.subarray(offset, end)).toString("utf8"),
    truncated: isCut,
    total_bytes: patch.length,
    ...(isCut ? { next_offset: end } : {})
  }
}
