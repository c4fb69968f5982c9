import { Option } from "effect"
import type { DiffHunk, FileDiff } from "../FileDiff.ts"
import { decodePath } from "./PathBytes.ts"
import { type ChunkReader, makeRecordReader } from "./Records.ts"

const statusPattern = /^:(\d{6}) (\d{6}) [0-9a-f]+ [0-9a-f]+ ([A-Z])\d*$/
const hunkPattern = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/
const headerStart = "diff --git "

const parseHunkHeader = (line: string): DiffHunk | undefined => {
  const found = hunkPattern.exec(line)
  if (found === null) return undefined
  const [, before, beforeCount = "1", after, afterCount = "1"] = found
  return {
    before: { start: Number(before), count: Number(beforeCount) },
    after: { start: Number(after), count: Number(afterCount) }
  }
}

/**
 * Parses the hunks of `git diff -U0`, file by file. Every line of a hunk starts with `+`, `-` or `\`, and names with
 * control characters are quoted, so content is never taken for a file or hunk header.
 */
export const makeHunkReader = (on: {
  readonly file: () => void
  readonly hunk: (hunk: DiffHunk) => void
}): ChunkReader =>
  makeRecordReader(10, (line) => {
    const first = line[0]
    if (first === 100 && line.toString("latin1", 0, headerStart.length) === headerStart) on.file()
    else if (first === 64) {
      const hunk = parseHunkHeader(line.toString("latin1", 0, 100))
      if (hunk !== undefined) on.hunk(hunk)
    }
  })

interface Draft {
  readonly status: string
  readonly submodule: boolean
  readonly paths: Array<string>
  readonly hunks: Array<DiffHunk>
}

const kinds: Readonly<Record<string, FileDiff["kind"]>> = { A: "added", D: "deleted", R: "renamed" }

const toFileDiff = ({ hunks, paths: [first = "", second], status, submodule }: Draft): FileDiff => ({
  path: second ?? first,
  kind: kinds[status] ?? "modified",
  previousPath: second === undefined ? Option.none() : Option.some(first),
  hunks: submodule ? [] : hunks
})

/**
 * Parses `git diff-tree -r -z --raw -p -U0`: statuses and names, each ended by NUL, an empty record, then the patch.
 * The patch has one part per file in the same order, but two for type changes (`T`): a deletion and an addition.
 */
export const makeDiffReader = (): { readonly reader: ChunkReader; readonly files: () => ReadonlyArray<FileDiff> } => {
  const drafts: Array<Draft> = []
  let missingPaths = 0
  let inPatch = false
  let partIndex = -1
  let parts: ReadonlyArray<Draft> = []

  const startPatch = () => {
    inPatch = true
    parts = drafts.flatMap((draft) => (draft.status === "T" ? [draft, draft] : [draft]))
  }
  const patch = makeHunkReader({
    file: () => {
      partIndex += 1
    },
    hunk: (hunk) => void parts[partIndex]?.hunks.push(hunk)
  })
  const names = makeRecordReader(0, (record) => {
    if (missingPaths > 0) {
      drafts.at(-1)?.paths.push(decodePath(record))
      missingPaths -= 1
      return
    }
    const found = statusPattern.exec(record.toString("latin1"))
    if (found === null) return
    const [, before, after, status = ""] = found
    missingPaths = status === "R" || status === "C" ? 2 : 1
    drafts.push({ status, submodule: before === "160000" || after === "160000", paths: [], hunks: [] })
  })

  let lastByte = 0
  const findEndOfNames = (chunk: Uint8Array): number => {
    for (let at = chunk.indexOf(0); at !== -1; at = chunk.indexOf(0, at + 1)) {
      const before = at === 0 ? lastByte : chunk[at - 1]
      if (before === 0) return at
    }
    lastByte = chunk.at(-1) ?? lastByte
    return -1
  }
  const reader: ChunkReader = {
    push: (chunk) => {
      if (inPatch) return patch.push(chunk)
      const end = findEndOfNames(chunk)
      names.push(end === -1 ? chunk : chunk.subarray(0, end))
      if (end === -1) return
      startPatch()
      patch.push(chunk.subarray(end + 1))
    },
    end: () => {
      names.end()
      patch.end()
    }
  }
  return { reader, files: () => drafts.map(toFileDiff) }
}
