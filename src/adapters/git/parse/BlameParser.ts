import { Option } from "effect"
import { ObjectId } from "../../../domain/ObjectId.ts"
import type { BlameHunk } from "../Git.ts"
import { decodePath } from "./PathBytes.ts"
import { unquotePath } from "./QuotedPath.ts"
import { type ChunkReader, truncatedOutput, makeRecordReader } from "./Records.ts"

interface Group {
  readonly id: string
  readonly originStart: number
  readonly start: number
  readonly count: number
}

const groupPattern = /^([0-9a-f]{40}|[0-9a-f]{64}) (\d+) (\d+) (\d+)$/
const linePattern = /^[0-9a-f]{40,64} \d+ \d+$/
const zeros = /^0+$/
const filename = Buffer.from("filename ")
const tab = 9

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
 * Reads `git blame --porcelain`: of each line `<id> <line there> <line here>`, with the number of lines that go together
 * at the first of them, then headers, then the content after a tab, so that nothing in it can be taken for a header. A
 * commit's path is only told where it is new. Unknown headers are passed over. (`--incremental` has no content, but
 * writes group by group, which costs more than the content.)
 */
export const makeBlameReader = (): { readonly reader: ChunkReader; readonly hunks: () => ReadonlyArray<BlameHunk> } => {
  const hunks: Array<BlameHunk> = []
  const paths = new Map<string, string>()
  let group: Group | undefined
  let inHeaders = false
  /** Lines of the last group that are still to come. */
  let left = 0
  const records = makeRecordReader(10, (line) => {
    if (!inHeaders) {
      const text = line.toString("latin1")
      const found = groupPattern.exec(text)
      if (found === null && (left === 0 || !linePattern.test(text))) return false
      if (found !== null) {
        const [, id = "", originStart, start, count] = found
        group = { id, originStart: Number(originStart), start: Number(start), count: Number(count) }
        left = group.count
      }
      inHeaders = true
    } else if (line[0] === tab) {
      if (group !== undefined) hunks.push(hunkOf(group, paths.get(group.id) ?? ""))
      group = undefined
      inHeaders = false
      left -= 1
    } else if (group !== undefined && line.subarray(0, filename.length).equals(filename)) {
      paths.set(group.id, unquotePath(decodePath(line.subarray(filename.length))))
    }
  })
  const problem = () => records.problem?.() ?? (inHeaders || left > 0 ? truncatedOutput : undefined)
  return { reader: { ...records, problem }, hunks: () => joinHunks(hunks) }
}
