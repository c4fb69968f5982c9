import { ObjectId } from "../domain/ObjectId.ts"
import type { CommitPatch } from "./CommitChange.ts"
import { type ChunkReader, unknownWords } from "./Records.ts"

/** What stands before each patch: a mark that nobody who wrote a commit could know, the id, the end. */
export const patchFormat = (mark: string): string => `%x00${mark}%H%x00`

/** Newlines that git writes between a header and its patch; no patch begins with one. */
const newlinesBefore = 2
const lineFeed = 10

/** Keeps the first bytes of a patch and counts the rest. */
const makeKeeper = (limit: number) => {
  let kept: Array<Buffer> = []
  let size = 0
  let lead = 0
  return {
    add: (chunk: Buffer) => {
      let start = 0
      if (size === 0) for (; lead < newlinesBefore && chunk[start] === lineFeed; lead += 1) start += 1
      if (start === chunk.length) return
      if (size < limit) kept.push(Buffer.from(chunk.subarray(start, start + limit - size)))
      size += chunk.length - start
    },
    take: () => {
      const taken = { bytes: kept.length === 1 ? (kept[0] ?? Buffer.alloc(0)) : Buffer.concat(kept), size }
      kept = []
      size = 0
      lead = 0
      return taken
    }
  }
}

/**
 * Reads `git diff-tree --stdin -p` with {@link patchFormat}: the patch of each commit, at most `maxBytes` of it. Patches
 * may hold any bytes, NUL too.
 */
export const makePatchReader = (
  mark: string,
  options: { readonly idLength: number; readonly maxBytes: number },
  take: (patch: CommitPatch) => void
): ChunkReader => {
  const start = Buffer.from(`\0${mark}`, "latin1")
  const headLength = start.length + options.idLength + 1
  const keeper = makeKeeper(options.maxBytes)
  let rest: Buffer = Buffer.alloc(0)
  let commit: ObjectId | undefined
  let problem: string | undefined

  const finish = () => {
    const { bytes, size } = keeper.take()
    if (commit !== undefined) take({ commit, bytes, size })
    else if (size > 0) problem ??= unknownWords
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
