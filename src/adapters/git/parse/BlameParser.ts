import { Option } from "effect"
import { ObjectId } from "../../../domain/ObjectId.ts"
import type { BlameHunk } from "../Git.ts"
import { joinHunks } from "./joinHunks.ts"
import { decodePath } from "./PathBytes.ts"
import { unquotePath } from "./QuotedPath.ts"
import { type ChunkReader, truncatedOutput, makeRecordReader } from "./Records.ts"

interface Group {
  readonly id: string
  readonly originStart: number
  readonly start: number
  readonly count: number
}

const groupHeaderPattern = /^([0-9a-f]{40}|[0-9a-f]{64}) (\d+) (\d+) (\d+)$/
const lineHeaderPattern = /^[0-9a-f]{40,64} \d+ \d+$/
const zeros = /^0+$/
const filename = Buffer.from("filename ")
const tab = 9

const toHunk = (group: Group, path: string): BlameHunk => ({
  commit: zeros.test(group.id) ? Option.none() : Option.some(ObjectId.make(group.id)),
  path,
  lines: { start: group.start, end: group.start + group.count - 1 },
  originStart: group.originStart
})

/**
 * Parses `git blame --porcelain`. Each line starts with `<id> <origin line> <line>`; the first line of a group also has
 * the number of lines. Headers follow, then the content after a tab, so content is never taken for a header. Only the
 * first group of a commit has its path. Skips unknown headers. (`--incremental` has no content, but flushes after each
 * group, which costs more.)
 */
export const makeBlameReader = (): { readonly reader: ChunkReader; readonly hunks: () => ReadonlyArray<BlameHunk> } => {
  const hunks: Array<BlameHunk> = []
  const paths = new Map<string, string>()
  let group: Group | undefined
  let inHeaders = false
  /** Remaining lines of the current group. */
  let remaining = 0
  const records = makeRecordReader(10, (line) => {
    if (!inHeaders) {
      const text = line.toString("latin1")
      const found = groupHeaderPattern.exec(text)
      if (found === null && (remaining === 0 || !lineHeaderPattern.test(text))) return false
      if (found !== null) {
        const [, id = "", originStart, start, count] = found
        group = { id, originStart: Number(originStart), start: Number(start), count: Number(count) }
        remaining = group.count
      }
      inHeaders = true
    } else if (line[0] === tab) {
      if (group !== undefined) {
        const path = paths.get(group.id)
        if (path === undefined) return false
        hunks.push(toHunk(group, path))
      }
      group = undefined
      inHeaders = false
      remaining -= 1
    } else if (group !== undefined && line.subarray(0, filename.length).equals(filename)) {
      paths.set(group.id, unquotePath(decodePath(line.subarray(filename.length))))
    }
  })
  const problem = () => records.problem?.() ?? (inHeaders || remaining > 0 ? truncatedOutput : undefined)
  return { reader: { ...records, problem }, hunks: () => joinHunks(hunks) }
}
