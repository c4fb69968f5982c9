import { Option } from "effect"
import { ObjectId } from "../domain/ObjectId.ts"
import type { BlameHunk } from "./Git.ts"
import { decodePath } from "./PathBytes.ts"
import { unquotePath } from "./QuotedPath.ts"
import { type ChunkReader, makeRecordReader } from "./Records.ts"

interface Group {
  readonly id: string
  readonly originStart: number
  readonly start: number
  readonly count: number
}

const groupPattern = /^([0-9a-f]{40}|[0-9a-f]{64}) (\d+) (\d+) (\d+)$/
const zeros = /^0+$/
const filename = Buffer.from("filename ")

const hunkOf = (group: Group, path: string): BlameHunk => ({
  commit: zeros.test(group.id) ? Option.none() : Option.some(ObjectId.make(group.id)),
  path,
  lines: { start: group.start, end: group.start + group.count - 1 },
  originStart: group.originStart
})

const continues = (before: BlameHunk, next: BlameHunk): boolean =>
  next.lines.start === before.lines.end + 1 &&
  next.originStart === before.originStart + (before.lines.end - before.lines.start + 1) &&
  next.path === before.path &&
  Option.getOrUndefined(next.commit) === Option.getOrUndefined(before.commit)

/** Hunks in line order, neighbours that continue each other joined. */
export const joinHunks = (hunks: ReadonlyArray<BlameHunk>): ReadonlyArray<BlameHunk> => {
  const joined: Array<BlameHunk> = []
  for (const hunk of hunks.toSorted((a, b) => a.lines.start - b.lines.start)) {
    const before = joined.at(-1)
    if (before !== undefined && continues(before, hunk)) {
      joined[joined.length - 1] = { ...before, lines: { start: before.lines.start, end: hunk.lines.end } }
    } else joined.push(hunk)
  }
  return joined
}

/**
 * Reads `git blame --incremental`: groups of `<id> <line there> <line here> <count>`, headers, and `filename <path>`
 * as the last line of each group. It is the porcelain format without the file's content, so nothing in the file can be
 * taken for a header. Unknown headers are passed over.
 */
export const makeBlameReader = (): { readonly reader: ChunkReader; readonly hunks: () => ReadonlyArray<BlameHunk> } => {
  const hunks: Array<BlameHunk> = []
  let group: Group | undefined
  const reader = makeRecordReader(10, (line) => {
    if (group === undefined) {
      const found = groupPattern.exec(line.toString("latin1"))
      if (found === null) return
      const [, id = "", originStart, start, count] = found
      group = { id, originStart: Number(originStart), start: Number(start), count: Number(count) }
    } else if (line.subarray(0, filename.length).equals(filename)) {
      hunks.push(hunkOf(group, unquotePath(decodePath(line.subarray(filename.length)))))
      group = undefined
    }
  })
  return { reader, hunks: () => joinHunks(hunks) }
}
