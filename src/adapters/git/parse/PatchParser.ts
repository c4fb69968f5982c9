import { ObjectId } from "../../../domain/ObjectId.ts"
import type { CommitPatch, PatchOptions } from "../CommitChange.ts"
import { type ChunkReader, unexpectedOutput } from "./Records.ts"

/** Format of the header before each patch: a marker that no commit author can predict, the id, NUL. */
export const patchFormat = (mark: string): string => `%x00${mark}%H%x00`

/** Newlines that git writes between a header and its patch. A patch never begins with one. */
const maxLeadingNewlines = 2
const lineFeed = 10

/** Keeps the first bytes of a patch, counts all bytes, and passes the rest to a callback from `onOverflow`. */
const makePatchBuffer = (maxBytes: number, onOverflow: (first: Buffer) => (chunk: Buffer) => void) => {
  let chunks: Array<Buffer> = []
  let size = 0
  let skippedNewlines = 0
  let passOn: ((chunk: Buffer) => void) | undefined
  const first = () => (chunks.length === 1 ? (chunks[0] ?? Buffer.alloc(0)) : Buffer.concat(chunks))
  return {
    add: (chunk: Buffer) => {
      let start = 0
      if (size === 0)
        for (; skippedNewlines < maxLeadingNewlines && chunk[start] === lineFeed; skippedNewlines += 1) start += 1
      if (start === chunk.length) return
      const end = Math.min(chunk.length, start + Math.max(0, maxBytes - size))
      if (end > start) chunks.push(Buffer.from(chunk.subarray(start, end)))
      size += chunk.length - start
      if (end === chunk.length) return
      if (passOn === undefined) {
        chunks = [first()]
        passOn = onOverflow(first())
      }
      passOn(chunk.subarray(end))
    },
    take: () => {
      const taken = { bytes: first(), size }
      chunks = []
      size = 0
      skippedNewlines = 0
      passOn = undefined
      return taken
    }
  }
}

/**
 * Parses `git diff-tree --stdin -p` with {@link patchFormat}: up to `maxBytes` of each patch; passes later bytes to
 * `onOverflow`. Patches may contain any bytes, even NUL.
 */
export const makePatchReader = (
  mark: string,
  { idLength, maxBytes, onOverflow }: PatchOptions & { readonly idLength: number },
  take: (patch: CommitPatch) => void
): ChunkReader => {
  const start = Buffer.from(`\0${mark}`, "latin1")
  const headLength = start.length + idLength + 1
  let carry: Buffer = Buffer.alloc(0)
  let commit: ObjectId | undefined
  const patchBuffer = makePatchBuffer(maxBytes, (bytes) =>
    commit === undefined || onOverflow === undefined ? () => {} : onOverflow({ commit, bytes })
  )
  let problem: string | undefined

  const finish = () => {
    const { bytes, size } = patchBuffer.take()
    if (commit !== undefined) take({ commit, bytes, size })
    else if (size > 0) problem ??= unexpectedOutput
  }
  const begin = (head: Buffer) => {
    finish()
    commit = ObjectId.make(head.toString("latin1", start.length, headLength - 1))
  }
  return {
    push: (chunk) => {
      let data =
        carry.length === 0
          ? Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
          : Buffer.concat([carry, chunk])
      for (let at = data.indexOf(start); at !== -1 && at + headLength <= data.length; at = data.indexOf(start)) {
        patchBuffer.add(data.subarray(0, at))
        begin(data.subarray(at, at + headLength))
        data = data.subarray(at + headLength)
      }
      // Keep a possible partial header until the next chunk.
      const from = data.indexOf(0, Math.max(0, data.length - headLength + 1))
      const end = from === -1 ? data.length : from
      patchBuffer.add(data.subarray(0, end))
      carry = Buffer.from(data.subarray(end))
    },
    end: () => {
      patchBuffer.add(carry)
      finish()
    },
    problem: () => problem
  }
}
