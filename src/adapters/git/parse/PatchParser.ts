import { ObjectId } from "../../../domain/ObjectId.ts"
import type { CommitPatch, PatchOptions } from "../CommitChange.ts"
import { type ChunkReader, unexpectedOutput } from "./Records.ts"

/** What stands before each patch: a mark that nobody who wrote a commit could know, the id, the end. */
export const patchFormat = (mark: string): string => `%x00${mark}%H%x00`

/** Newlines that git writes between a header and its patch; no patch begins with one. */
const newlinesBefore = 2
const lineFeed = 10

/** Keeps the first bytes of a patch, counts the rest and hands it on: to what `beyond` makes of the first. */
const makeKeeper = (limit: number, beyond: (first: Buffer) => (chunk: Buffer) => void) => {
  let kept: Array<Buffer> = []
  let size = 0
  let lead = 0
  let handOn: ((chunk: Buffer) => void) | undefined
  const first = () => (kept.length === 1 ? (kept[0] ?? Buffer.alloc(0)) : Buffer.concat(kept))
  return {
    add: (chunk: Buffer) => {
      let start = 0
      if (size === 0) for (; lead < newlinesBefore && chunk[start] === lineFeed; lead += 1) start += 1
      if (start === chunk.length) return
      const end = Math.min(chunk.length, start + Math.max(0, limit - size))
      if (end > start) kept.push(Buffer.from(chunk.subarray(start, end)))
      size += chunk.length - start
      if (end === chunk.length) return
      if (handOn === undefined) {
        kept = [first()]
        handOn = beyond(first())
      }
      handOn(chunk.subarray(end))
    },
    take: () => {
      const taken = { bytes: first(), size }
      kept = []
      size = 0
      lead = 0
      handOn = undefined
      return taken
    }
  }
}

/**
 * Reads `git diff-tree --stdin -p` with {@link patchFormat}: the patch of each commit, at most `maxBytes` of it, what
 * comes after them to `rest`. Patches may hold any bytes, NUL too.
 */
export const makePatchReader = (
  mark: string,
  { idLength, maxBytes, onOverflow }: PatchOptions & { readonly idLength: number },
  take: (patch: CommitPatch) => void
): ChunkReader => {
  const start = Buffer.from(`\0${mark}`, "latin1")
  const headLength = start.length + idLength + 1
  let rest: Buffer = Buffer.alloc(0)
  let commit: ObjectId | undefined
  const keeper = makeKeeper(maxBytes, (bytes) =>
    commit === undefined || onOverflow === undefined ? () => {} : onOverflow({ commit, bytes })
  )
  let problem: string | undefined

  const finish = () => {
    const { bytes, size } = keeper.take()
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
        rest.length === 0 ? Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength) : Buffer.concat([rest, chunk])
      for (let at = data.indexOf(start); at !== -1 && at + headLength <= data.length; at = data.indexOf(start)) {
        keeper.add(data.subarray(0, at))
        begin(data.subarray(at, at + headLength))
        data = data.subarray(at + headLength)
      }
      // What may be the beginning of a head waits for what comes.
      const from = data.indexOf(0, Math.max(0, data.length - headLength + 1))
      const end = from === -1 ? data.length : from
      keeper.add(data.subarray(0, end))
      rest = Buffer.from(data.subarray(end))
    },
    end: () => {
      keeper.add(rest)
      finish()
    },
    problem: () => problem
  }
}
